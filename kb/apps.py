"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import get_language

from kb import language


class KnowledgeBase(AppConfig):
    name = "kb"
    verbose_name = "Rank Down"

    def ready(self) -> None:
        language.follow(get_language)
