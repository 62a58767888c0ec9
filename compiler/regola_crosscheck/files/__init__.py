"""A translator's own files: PDF, Word, OpenDocument, RTF, HTML, each as the text the desk reads, with its places."""
