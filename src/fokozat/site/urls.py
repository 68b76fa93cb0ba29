"""Every address of the installation."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from fokozat.api.urls import api
from fokozat.site import health
from fokozat.site.metrics import metrics
from fokozat.web import hall, looks, offline, views

urlpatterns = [
    path("", views.first_page, name="first-page"),
    path("hall/", hall.short, name="hall-short"),
    path("favicon.ico", views.icon, name="icon"),
    path("robots.txt", views.robots, name="robots"),
    path("offline-worker.js", offline.worker, name="offline-worker"),
    path("bodies/<uuid:uid>/look-<slug:stamp>.css", looks.stylesheet, name="body-colours"),
    path("bodies/<uuid:uid>/logo-<slug:digest>.png", looks.logo, name="body-logo"),
    path("healthz", health.alive, name="alive"),
    path("readyz", health.ready, name="ready"),
    path("metrics", metrics, name="metrics"),
    path("api/v1/", api.urls),
    *i18n_patterns(path("", include("fokozat.web.urls"))),
]

handler400 = "fokozat.site.problems.bad_request"
handler403 = "fokozat.site.problems.forbidden"
handler404 = "fokozat.site.problems.not_found"
handler500 = "fokozat.site.problems.server_error"
