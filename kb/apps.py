"""The Django application."""

from __future__ import annotations

from django.apps import AppConfig


class KnowledgeBase(AppConfig):
    name = "kb"
    verbose_name = "Rank Down"
