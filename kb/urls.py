"""The site's addresses. They are a contract: an address that was once published stays."""

from __future__ import annotations

from django.conf.urls.i18n import i18n_patterns
from django.urls import path, re_path
from django.views.i18n import set_language

from kb.plain import views as plain
from kb.web import api, narrowing, pastes, views

# Pages and documents are in the reader's language: English at /…, Chinese at /zh/….
PAGES = [
    path("", pastes.home),
    re_path(r"^match/?$", pastes.match),
    path("failures/", views.failures),
    path("failures/<str:slug>/", views.failure),
    path("areas/<str:slug>/", views.area),
    path("guides/", views.guides),
    path("guides/<str:slug>/", views.guide),
    path("checks/", narrowing.checks),
    path("checks/<str:slug>/", narrowing.check),
    path("differential/", narrowing.differential),
    path("coverage/", views.coverage),
    path("contributing/", plain.contributing),
    path("api/", plain.api),
    path("masking/", views.masking),
    re_path(r"^search/?$", views.search),
    path("feed.xml", views.feed),
    path("language/", set_language),
]
# Before the pages, which would take the ending for a part of the name.
DOCUMENTS = [
    path("failures/<str:slug>.md", plain.failure),
    path("guides/<str:slug>.md", plain.guide),
    path("checks/<str:slug>.md", plain.check),
    path("failures/<str:slug>.png", plain.picture),
    path("picture.png", plain.picture),
]
PROGRAMS = [
    path("sitemap.xml", views.sitemap),
    re_path(r"^failures/(?P<slug>[^/]+)/(?P<name>(?:broken|fixed)\.(?:py|sh))$", plain.program),
    path("search.json", api.index),
    path("llms.txt", plain.llms),
    path("robots.txt", plain.robots),
    path("opensearch.xml", plain.opensearch),
    path("favicon.ico", plain.icon, {"size": 32, "kind": "ICO"}),
    path("apple-touch-icon.png", plain.icon, {"size": 180, "kind": "PNG"}),
    path("healthz", views.healthz),
    path("metrics", views.metrics),
    # A program should not have to follow a redirect for a slash.
    re_path(r"^api/match/?$", api.match),
    re_path(r"^api/differential/?$", api.differential),
    re_path(r"^api/failures/?$", api.failures),
    re_path(r"^api/failures/(?P<slug>[^/]+)/?$", api.failure),
    path("api/openapi.json", api.description),
    re_path(r"^api/.", api.missing),
]
urlpatterns = [
    *PROGRAMS,
    *i18n_patterns(*DOCUMENTS, *PAGES, prefix_default_language=False),
    re_path(r"^(?P<path>(?s:.*))$", views.missing),
]

handler400 = "kb.web.views.bad_request"
handler404 = "kb.web.views.not_found"
handler500 = "kb.web.views.server_error"
