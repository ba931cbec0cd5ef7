"""What content states of versions, held against the releases that were opened."""

from kb.atlas.claims.check import check, check_kept, stated

__all__ = ["check", "check_kept", "stated"]
