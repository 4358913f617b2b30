/**
 * The style of the HTML report, with the design tokens of the panel.
 * A test compares the tokens with `components/kit/theme/theme.css`.
 */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #1f2023);
  --surface-raised: light-dark(#f3f5f9, #28292d);
  --surface-hover: light-dark(#edf1f8, #2d3036);
  --surface-selected: light-dark(#d8e5fc, #23405f);
  --text: light-dark(#1f2125, #e5e7ea);
  --text-muted: light-dark(#565b64, #adb2ba);
  --line: light-dark(#dde1e8, #383b41);
  --line-soft: light-dark(#e9ecf1, #2e3035);
  --line-strong: light-dark(#c3c9d4, #4c5058);
  --control-line: light-dark(#838a96, #7e858f);
  --accent: light-dark(#0b57d0, #a5c6ff);
  --ok: light-dark(#166a31, #85d39d);
  --warn: light-dark(#835000, #f0c069);
  --bad: light-dark(#b3201a, #ffa399);
  --bad-tint: light-dark(#fcebe9, #452826);
  --sans: system-ui, sans-serif;
  --mono: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
*, *::before, *::after { box-sizing: border-box; }
html, body { height: 100%; }
body {
  display: grid;
  grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr);
  margin: 0;
  background: var(--surface);
  color: var(--text);
  font: 12px / 16px var(--sans);
}
h1, h2, p, dl, dd { margin: 0; font-size: inherit; }
button, input, select { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.muted { color: var(--text-muted); }
.error { color: var(--bad); }
.warning { color: var(--warn); }
.info { color: var(--accent); }
header {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  align-items: baseline;
  padding: 8px 12px;
  border-bottom: 1px solid var(--line);
  background: var(--surface-raised);
}
h1 { font-size: 14px; line-height: 20px; font-weight: 500; }
form {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 8px;
  align-items: center;
  padding: 4px 12px;
  border-bottom: 1px solid var(--line);
}
input[type="search"], select {
  height: 24px;
  padding: 0 6px;
  border: 1px solid var(--control-line);
  border-radius: 4px;
  background: var(--surface);
}
input[type="search"] { flex: 1 1 180px; min-width: 0; max-width: 420px; }
select { max-width: 220px; }
.chip {
  height: 20px;
  padding: 0 8px;
  border: 1px solid var(--line-strong);
  border-radius: 10px;
  background: transparent;
  font-size: 11px;
}
.chip:hover { background: var(--surface-hover); }
.chip[aria-pressed="true"] { border-color: var(--accent); background: var(--surface-selected); }
main { display: grid; grid-template: minmax(0, 1fr) / minmax(0, 3fr) minmax(260px, 2fr); min-height: 0; }
.list { overflow: auto; min-width: 0; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th {
  position: sticky;
  top: 0;
  height: 24px;
  padding: 0 8px;
  background: var(--surface-raised);
  color: var(--text-muted);
  font-weight: 400;
  text-align: left;
}
thead th:nth-child(1) { width: 76px; }
thead th:nth-child(2) { width: 176px; }
thead th:nth-child(3) { width: 88px; }
thead th:nth-child(5) { width: 160px; }
.group th { position: static; color: var(--text); font: 11px / 16px var(--mono); overflow-wrap: anywhere; }
.toggle { display: inline-flex; gap: 4px; align-items: center; }
/* The line number stays visible, however long the name of the file is. */
td:nth-child(5) { display: flex; align-items: center; height: 23px; }
.file { overflow: hidden; text-overflow: ellipsis; }
td {
  height: 22px;
  padding: 0 8px;
  overflow: hidden;
  border-bottom: 1px solid var(--line-soft);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.mono, td:nth-child(2), td:nth-child(3), td:nth-child(5) { font: 11px / 16px var(--mono); }
header details { min-width: 0; max-width: 100%; }
.sessions-scroll { max-height: 40vh; overflow: auto; }
.sessions { display: table; table-layout: auto; }
.sessions thead { display: table-header-group; }
.sessions tbody { display: table-row-group; }
.sessions tr { display: table-row; }
.sessions thead th:nth-child(n) { display: table-cell; width: auto; }
.sessions td:nth-child(n) { display: table-cell; width: auto; height: auto; padding: 3px 8px; font: inherit; white-space: nowrap; }
tbody tr { cursor: default; outline-offset: -2px !important; }
tbody tr:hover { background: var(--surface-hover); }
tbody tr[aria-selected="true"] { background: var(--surface-selected); box-shadow: inset 2px 0 var(--accent); }
.more { margin: 8px 12px; }
.details { overflow: auto; padding: 8px 12px 16px; border-left: 1px solid var(--line-strong); }
.details h2 { margin: 12px 0 4px; font-weight: 600; }
.details h2:first-child { margin-top: 0; }
.finding { padding: 6px 0; border-bottom: 1px solid var(--line-soft); overflow-wrap: anywhere; }
.finding.shown { background: var(--bad-tint); margin: 0 -12px; padding: 6px 12px; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 12px; }
dt { color: var(--text-muted); }
dd { overflow-wrap: anywhere; }
pre { margin: 0; font: 11px / 16px var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { padding: 24px 12px; color: var(--text-muted); text-align: center; }
footer { padding: 3px 12px; border-top: 1px solid var(--line); background: var(--surface-raised); font-size: 11px; }
@media (max-width: 860px) {
  main { grid-template: minmax(0, 3fr) minmax(0, 2fr) / minmax(0, 1fr); }
  .details { border-left: 0; border-top: 1px solid var(--line-strong); }
  th:nth-child(3), td:nth-child(3) { display: none; }
}
@media (max-width: 560px) {
  body { display: block; font-size: 14px; line-height: 20px; }
  html, body { height: auto; }
  main { display: block; }
  .list, .details { overflow: visible; }
  thead { display: none; }
  table, tbody, tr, td, .group th { display: block; width: 100%; }
  tbody tr { display: flex; flex-wrap: wrap; gap: 2px 8px; padding: 8px 12px; border-bottom: 1px solid var(--line); }
  .group th { height: auto; padding: 4px 0; }
  td, td:nth-child(3) { display: block; width: auto; height: auto; padding: 0; border: 0; white-space: normal; overflow-wrap: anywhere; }
  td:nth-child(4) { flex-basis: 100%; order: 1; }
  td:nth-child(5) { display: flex; order: 2; }
  .mono, td:nth-child(2), td:nth-child(3), td:nth-child(5), pre, .group th { font-size: 12px; line-height: 18px; }
  input[type="search"] { flex-basis: 100%; max-width: none; height: 36px; }
  select, .chip, .toggle { height: 32px; max-width: 100%; border-radius: 16px; }
  select { border-radius: 4px; }
}
@media print {
  body, main { display: block; }
  form, .details { display: none; }
}
`;
