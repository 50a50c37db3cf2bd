# Nestlink with the PostgreSQL client: the wheel in a slim Python, nothing of the checkout.
# The base is pinned by its full version, not by digest: none could be verified where this file was written.
FROM python:3.13.7-slim-bookworm AS build
WORKDIR /source
COPY . .
# Without isolation, the build uses these packages of known hashes and fetches no others.
RUN pip install --no-cache-dir --no-deps --require-hashes -r requirements-build.txt
RUN pip wheel . --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels

FROM python:3.13.7-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends graphviz fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*
COPY requirements.txt requirements-postgres.txt /tmp/
RUN pip install --no-cache-dir --no-deps --require-hashes -r /tmp/requirements.txt -r /tmp/requirements-postgres.txt
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-deps --no-index /wheels/*.whl \
    && useradd --system --uid 10001 --no-create-home nestlink \
    && install --directory --owner nestlink --mode 0700 /var/lib/nestlink
ENV DJANGO_SETTINGS_MODULE=modeler.settings NESTLINK_HOME=/var/lib/nestlink PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /var/lib/nestlink
# What is installed belongs to root: this user can't change it.
USER nestlink
VOLUME /var/lib/nestlink
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["python", "-m", "modeler.probe"]
CMD ["django-admin", "serve", "--host", "0.0.0.0", "--port", "8000"]
