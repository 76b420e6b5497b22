"""Everything of Fieldpost that talks to people or disks."""
