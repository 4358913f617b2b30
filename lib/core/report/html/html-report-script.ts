/**
 * The script of the HTML report.
 *
 * It creates nodes and sets their text, never HTML, because an event may contain any text. The script is a string,
 * because the page has no bundle.
 */
export const reportScript = `
'use strict';
(() => {
  const BATCH_SIZE = 500;
  const report = JSON.parse(document.getElementById('report').textContent);
  const names = { error: 'Error', warning: 'Warning', info: 'Notice' };
  const order = ['error', 'warning', 'info'];
  const byId = (id) => document.getElementById(id);
  const create = (tag, className, ...children) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.append(...children);
    return node;
  };
  const linkTo = (page) => {
    if (!page.includes('://')) return page;
    const link = create('a', '', page);
    link.href = page;
    return link;
  };
  const pathText = (path) => path.join('.');
  const inFile = (item) => (item.request ? ', request ' + item.request.entry : ':' + item.line);
  const locationOf = (item) =>
    (item.file === '-' ? 'stdin' : item.file) + inFile(item) + (item.request ? ', ' + item.request.url : '');
  const ruleOf = (finding) => finding.ruleSet + '/' + finding.code;
  const rows = report.items.flatMap((item) => item.findings.map((finding) => ({
    item,
    finding,
    text: [
      names[finding.severity], ruleOf(finding), item.eid, item.kind, item.mid, pathText(finding.path), finding.message,
      locationOf(item), item.source,
    ].join(' ').toLowerCase(),
  })));
  rows.sort((one, other) => order.indexOf(one.finding.severity) - order.indexOf(other.finding.severity));

  const search = byId('search');
  const groups = byId('groups');
  const rule = byId('rule');
  const file = byId('file');
  const chips = [...document.querySelectorAll('form .chip')];
  const body = byId('rows');
  const more = byId('more');
  let visibleRows = [];
  let renderedCount = 0;
  let selected = null;
  let lastGroup = null;

  const addOptions = (select, values) => {
    for (const value of [...new Set(values)].sort()) select.append(new Option(value, value));
  };
  addOptions(rule, report.counts.map(ruleOf));
  addOptions(file, report.items.map((item) => item.file));
  file.hidden = file.options.length < 3;

  const applyFilter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    const severities = chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true').map((chip) => chip.value);
    visibleRows = rows.filter(({ item, finding, text }) =>
      (severities.length === 0 || severities.includes(finding.severity)) &&
      (rule.value === '' || ruleOf(finding) === rule.value) &&
      (file.value === '' || item.file === file.value) &&
      words.every((word) => text.includes(word)));
    if (groups.checked) visibleRows = groupRows(visibleRows);
    renderedCount = 0;
    lastGroup = null;
    body.replaceChildren();
    renderMore();
    byId('empty').hidden = visibleRows.length > 0;
    byId('count').textContent =
      visibleRows.length.toLocaleString('en') + ' of ' + rows.length.toLocaleString('en') + ' listed findings';
    showDetails(visibleRows[0] ?? null);
  };

  /** Groups findings of one rule at one path of one kind, the largest group first. */
  const groupRows = (list) => {
    const byGroup = new Map();
    for (const row of list) {
      const { finding, item } = row;
      const steps = finding.path.map((step, index) => (typeof step === 'number' && index > 0 ? '*' : step));
      row.group = [ruleOf(finding), item.eid ?? item.kind, pathText(steps)].filter((part) => part).join('  ');
      if (!byGroup.has(row.group)) byGroup.set(row.group, []);
      byGroup.get(row.group).push(row);
    }
    const all = [...byGroup.values()].sort((one, other) => other.length - one.length);
    for (const group of all) group[0].groupSize = group.length;
    return all.flat();
  };

  const renderMore = () => {
    const next = visibleRows.slice(renderedCount, renderedCount + BATCH_SIZE);
    renderedCount += next.length;
    for (const row of next) {
      if (groups.checked && row.group !== lastGroup) body.append(renderGroup(row));
      lastGroup = groups.checked ? row.group : null;
      body.append(renderRow(row));
    }
    more.hidden = renderedCount >= visibleRows.length;
  };

  const renderGroup = ({ group, groupSize }) => {
    const head = create('th', '', group + '  ', create('span', 'muted', groupSize.toLocaleString('en')));
    head.colSpan = 5;
    head.scope = 'rowgroup';
    return create('tr', 'group', head);
  };

  const renderRow = (row) => {
    const { item, finding } = row;
    const tr = create('tr', '',
      create('td', finding.severity, names[finding.severity]),
      create('td', '', ruleOf(finding)),
      create('td', '', item.eid ?? item.kind ?? ''),
      create('td', '', finding.message),
      create('td', '', create('span', 'file', item.file === '-' ? 'stdin' : item.file.split(/[\\\\/]/).pop()), inFile(item)));
    tr.lastChild.title = locationOf(item);
    tr.children[3].title = finding.message;
    tr.tabIndex = -1;
    tr.addEventListener('click', () => showDetails(row));
    tr.addEventListener('focus', () => showDetails(row));
    row.tr = tr;
    return tr;
  };

  const showDetails = (row) => {
    if (selected?.tr) {
      selected.tr.removeAttribute('aria-selected');
      selected.tr.tabIndex = -1;
    }
    selected = row;
    const details = byId('details');
    details.replaceChildren();
    details.scrollTop = 0;
    if (row === null) return;
    row.tr.setAttribute('aria-selected', 'true');
    row.tr.tabIndex = 0;
    const { item } = row;
    const facts = create('dl', '');
    const addFact = (name, value) => {
      if (value !== null && value !== '') facts.append(create('dt', '', name), create('dd', 'mono', String(value)));
    };
    addFact('Location', locationOf(item));
    addFact('Index', item.index);
    addFact('Kind', item.kind);
    addFact('mid', item.mid);
    addFact('Verdict', item.verdict);
    for (const [ruleSet, verdict] of Object.entries(item.verdicts ?? {})) addFact(ruleSet, verdict);
    addFact('Fate', item.fate?.message ?? null);
    addFact('Pipeline', item.fate?.observed?.message ?? null);
    details.append(create('h2', '', item.eid ?? item.kind ?? 'Unknown'), facts, create('h2', '', 'Findings'));
    for (const finding of item.findings) {
      details.append(create('div', finding === row.finding ? 'finding shown' : 'finding',
        create('span', finding.severity, names[finding.severity]),
        ' ',
        create('span', 'mono', pathText(finding.path)),
        create('p', '', finding.message),
        ...(finding.related ?? []).map((related) => create('p', 'muted', 'See ' + locationOf(related))),
        create('p', 'muted', ruleOf(finding) + '  ', linkTo(finding.page))));
    }
    details.append(create('h2', '', 'Source'));
    details.append(item.source === null
      ? create('p', 'muted', 'The report has no source of this item.')
      : create('pre', '', item.source));
  };

  body.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || selected === null) return;
    event.preventDefault();
    visibleRows[visibleRows.indexOf(selected) + step]?.tr?.focus();
  });
  for (const chip of chips) {
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
      applyFilter();
    });
  }
  search.addEventListener('input', applyFilter);
  rule.addEventListener('change', applyFilter);
  file.addEventListener('change', applyFilter);
  groups.addEventListener('change', applyFilter);
  byId('filter').addEventListener('submit', (event) => event.preventDefault());
  more.addEventListener('click', renderMore);
  applyFilter();
})();
`;
