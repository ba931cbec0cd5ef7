"""The rules that content must keep: one function a rule, each yielding problems that say how to fix them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from kb.catalogue.checks import (
    chinese,
    facts,
    limits,
    markup,
    names,
    next_checks,
    references,
    reproduction,
    sections,
    shown_by,
    signatures,
    told_apart,
    told_by,
    unwritten,
    values,
)
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem

Rule = Callable[[Content], Iterator[Problem]]


def check(content: Content, changed: Collection[str] | None = None) -> list[Problem]:
    """Every problem of the content: those found while reading, then those of the rules below.

    With `changed`, the slugs of entries that are new or different since a check that found nothing, rules about one
    entry at a time look at those alone.
    """
    entries = content.entries if changed is None else [entry for entry in content.entries if entry.slug in changed]
    alone = replace(content, entries=entries)
    return [
        *content.problems,
        *(problem for rule in OF_EACH for problem in rule(alone)),
        *(problem for rule in OF_ALL for problem in rule(content)),
    ]


# Rules whose verdict on an entry depends on nothing but its own folder.
OF_EACH: tuple[Rule, ...] = (
    names.slugs_are_well_formed,
    sections.sections_are_complete,
    sections.sections_are_in_order,
    unwritten.nothing_is_left_of_the_template,
    unwritten.chinese_is_chinese,
    chinese.chinese_bodies_say_the_same,
    chinese.details_say_the_same,
    signatures.failures_can_be_found,
    facts.signatures_are_lines_or_facts,
    facts.facts_can_be_compared,
    signatures.signatures_are_few,
    signatures.signatures_are_sound,
    values.values_can_be_read,
    references.versions_can_be_compared,
    references.sources_are_named,
    references.examples_are_samples,
    reproduction.reproduction_is_stated,
    reproduction.needs_are_stated,
    reproduction.packages_are_pinned,
    reproduction.runs_are_bounded,
    limits.lists_and_texts_are_short,
    limits.bodies_are_cheap_to_render,
    markup.signs_survive_rendering,
    limits.samples_are_few_and_short,
    limits.reports_are_few_and_short,
)
# Rules about how entries fit together, and about the checks that tell them apart.
OF_ALL: tuple[Rule, ...] = (
    names.areas_exist,
    names.slugs_are_used_once,
    signatures.signatures_are_written_once,
    references.references_exist,
    references.topics_are_known,
    references.leads_to_has_no_cycle,
    references.links_lead_somewhere,
    references.entries_are_connected,
    chinese.chinese_guides_say_the_same,
    next_checks.check_slugs_are_well_formed,
    next_checks.checks_can_be_passed_over,
    next_checks.outcomes_separate,
    next_checks.named_failures_exist,
    next_checks.failures_stand_in_one_list,
    next_checks.checks_are_in_chinese_too,
    next_checks.checks_are_short,
    next_checks.instructions_are_short,
    shown_by.signs_are_lines_or_facts,
    shown_by.signs_are_few,
    shown_by.what_was_not_done_shows_nothing,
    shown_by.signs_show_one_outcome,
    told_by.told_outcomes_are_sound,
    told_apart.advice_reads_rightly_from_both_sides,
    told_apart.entries_of_one_situation_are_told_apart,
    told_apart.what_cannot_be_told_apart_is_so,
)
