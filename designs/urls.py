"""The addresses of the app, a line each."""

from django.urls import path

from .views import (
    decisions,
    design,
    diagrams,
    documents,
    downloads,
    findings,
    handbook,
    library,
    queries,
    report,
    scripts,
    thumbnails,
)

app_name = "designs"

urlpatterns = [
    path("", library.library_page, name="library"),
    path("handbook/", handbook.handbook_page, name="handbook"),
    path("handbook/<slug:shelf>/<slug:slug>/", handbook.handbook_entry_page, name="handbook_entry"),
    path("designs/<slug:slug>/", design.design_page, name="design"),
    path("designs/<slug:slug>/documents/", documents.documents_page, name="documents"),
    path("designs/<slug:slug>/diagrams/", diagrams.diagrams_page, name="diagrams"),
    path("designs/<slug:slug>/diagrams/<slug:view>/", diagrams.diagram_page, name="diagram"),
    path("designs/<slug:slug>/scripts/", scripts.scripts_page, name="scripts"),
    path("designs/<slug:slug>/queries/", queries.queries_page, name="queries"),
    path("designs/<slug:slug>/decisions/", decisions.decisions_page, name="decisions"),
    path("designs/<slug:slug>/findings/", findings.findings_page, name="findings"),
    path("designs/<slug:slug>/report/", report.report_page, name="report"),
    path("designs/<slug:slug>/downloads/", downloads.downloads_page, name="downloads"),
    path("designs/<slug:slug>/files/<path:path>", downloads.one_file, name="file"),
    path("designs/<slug:slug>/sketch-<slug:scheme>.svg", thumbnails.thumbnail_picture, name="thumbnail"),
    path("designs/<slug:slug>/<slug:name>.zip", downloads.all_files, name="archive"),
]
