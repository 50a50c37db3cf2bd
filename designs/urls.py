"""The addresses of the app, a line each."""

from django.urls import path

from . import api
from .views import (
    about,
    bringing,
    copying,
    decisions,
    design,
    diagrams,
    documents,
    downloads,
    findings,
    handbook,
    history,
    library,
    putting_away,
    queries,
    replacing,
    report,
    scripts,
    starting,
    thumbnails,
)

app_name = "designs"

urlpatterns = [
    path("", library.library_page, name="library"),
    path("handbook/", handbook.handbook_page, name="handbook"),
    path("handbook/<slug:shelf>/<slug:slug>/", handbook.handbook_entry_page, name="handbook_entry"),
    path("new/", starting.new_page, name="new"),
    path("new/blank/", starting.blank, name="blank"),
    path("new/file/", bringing.file_page, name="bring"),
    path("put-away/", putting_away.put_away_page, name="put_away_list"),
    path("designs/<slug:slug>/", design.design_page, name="design"),
    path("designs/<slug:slug>/copy/", copying.copy_page, name="copy"),
    path("designs/<slug:slug>/replace/", replacing.replace_page, name="replace"),
    path("designs/<slug:slug>/about/", about.about_page, name="about"),
    path("designs/<slug:slug>/delete/", putting_away.put_away, name="put_away"),
    path("designs/<slug:slug>/undelete/", putting_away.fetch_back, name="fetch_back"),
    path("designs/<slug:slug>/history/", history.history_page, name="history"),
    path("designs/<slug:slug>/history/<int:number>/", history.version_page, name="version"),
    path("designs/<slug:slug>/history/<int:number>/design.json", history.version_file, name="version_file"),
    path("designs/<slug:slug>/history/<int:number>/restore/", history.restore, name="restore"),
    path("designs/<slug:slug>/edits/", api.edit, name="edits"),
    path("designs/<slug:slug>/edits/since/", api.since, name="since"),
    path("designs/<slug:slug>/edits/undo/", api.undo, name="undo"),
    path("designs/<slug:slug>/edits/redo/", api.redo, name="redo"),
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
