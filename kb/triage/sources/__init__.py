"""Folders, files, archives and object stores -> logs, each opened as plain bytes within bounds."""
