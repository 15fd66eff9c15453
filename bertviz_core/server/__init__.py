"""What one process of the app shares between its visitors, without Streamlit."""
