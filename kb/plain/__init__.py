"""The site for programs and agents: its pages as Markdown, what search engines and browsers ask for, pictures."""
