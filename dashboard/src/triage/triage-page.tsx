export const TriagePage = () => <p>triage</p>
