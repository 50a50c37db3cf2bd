"""Where each entity, relationship and field stands in stored documents, for one composed design."""
