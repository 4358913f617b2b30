import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createReport, type FindingReport } from '#core/report/finding-report';
import { writeGithubAnnotations } from '#core/report/github-annotations';
import { SCRIPT_HASH, STYLE_HASH } from '#core/report/html/html-report';
import { reportScript } from '#core/report/html/html-report-script';
import { reportStyle } from '#core/report/html/html-report-style';
import { writeJunitReport } from '#core/report/junit-report';
import { writeMarkdownReport } from '#core/report/markdown-report';
import { MAX_LISTED_PER_CODE } from '#core/report/report-tally';
import { hasItemSources, reportExtensions, writeCodeQualityReport, writeReport } from '#core/report/report-writers';
import { writeSarifReport } from '#core/report/sarif-report';
import { createLongReport, HOSTILE_TEXT, reportHeader, reportItem } from './sample-reports';

describe('report contents', () => {
  const report = createLongReport(MAX_LISTED_PER_CODE + 500);

  it('a report lists 1,000 findings of a code and counts the others', () => {
    const listed = report.items.flatMap(({ findings }) => findings).filter(({ code }) => code === 'missing');
    expect(listed).toHaveLength(MAX_LISTED_PER_CODE);
    expect(report.counts.find(({ code }) => code === 'missing')?.count).toBe(1_500);
    expect(report.totals).toMatchObject({ items: 1_500, severities: { error: 1_500, warning: 0, info: 0 } });
    for (const file of ['a.xml', 'a.md', 'a.html']) expect(writeReport(report, file)).toContain('500 more ');
    expect(JSON.parse(writeSarifReport(report)).runs[0].properties.unlisted).toBe(500);
  });

  it('a report counts the findings of the baseline, and does not list them', () => {
    const item = reportItem({ known: true });
    const reportWithBaseline = createReport(reportHeader, [{ item, json: {} }]);
    expect(reportWithBaseline.items).toEqual([]);
    expect(reportWithBaseline.totals).toMatchObject({ known: 1, severities: { error: 0 } });
  });

  it('a report has no email address, phone number or token of an item', () => {
    const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.sig`;
    const item = reportItem({ message: 'edata.id must not be "teacher@example.com".' });
    const json = { actor: { email: 'teacher@example.com' }, edata: { phone: '+91 98765 43210', token } };
    const written = writeReport(createReport(reportHeader, [{ item, json }]), 'a.json');
    for (const secret of ['teacher@example.com', '98765', 'eyJ']) expect(written).not.toContain(secret);
  });

  const related = [
    { index: 4, file: 'first.har', line: 1, request: { entry: 3, url: 'https://c.example/?u=asha.rao@example.org' } },
  ];
  const reportWithRelated = createReport(reportHeader, [
    { item: reportItem({ code: 'duplicate-mid', ruleSet: 'stream', path: ['mid'], related }), json: {} },
  ]);

  it.each(reportExtensions)(
    'a report with the extension %s names the items that a finding refers to, and redacts them',
    (extension) => {
      const text = writeReport(reportWithRelated, `report${extension}`);
      expect(text).toContain('first.har');
      expect(text).not.toContain('asha');
    },
  );

  it('each SARIF rule has a title and a help page, for schema findings and custom rules too', () => {
    const page = 'https://example.org/rules.md#schemas-of-your-team';
    const itemWith = (ruleSet: string, code: string) => ({ item: reportItem({ ruleSet, code, page }), json: null });
    const items = [
      itemWith('schema:strict', 'missing'),
      itemWith('schema:strict', 'wrong-type'),
      itemWith('custom:own', 'custom'),
    ];
    const { rules } = JSON.parse(writeSarifReport(createReport(reportHeader, items))).runs[0].tool.driver;
    expect(rules).toMatchObject([
      { id: 'schema:strict/missing', shortDescription: { text: 'missing: JSON Schemas “strict”' }, helpUri: page },
      { id: 'schema:strict/wrong-type', helpUri: page },
      { id: 'custom:own', shortDescription: { text: 'Rule “own” of your own' }, helpUri: page },
    ]);
  });

  it('a SARIF report has related locations for the items that a finding refers to', () => {
    const [result] = JSON.parse(writeSarifReport(reportWithRelated)).runs[0].results;
    expect(result.relatedLocations).toEqual([
      {
        id: 1,
        physicalLocation: {
          artifactLocation: { uri: 'first.har', uriBaseId: '%SRCROOT%' },
          region: { startLine: 1 },
        },
        message: { text: expect.stringContaining('first.har, request 3, ') },
      },
    ]);
    expect(result.message.text).toBe('edata.id is required.');
  });

  it.each(reportExtensions)(
    'a report with the extension %s has no email address from an event’s envelope',
    (extension) => {
      const email = 'asha.rao@example.org';
      const base = reportItem({ message: `Unknown ${email}.`, path: ['edata', email], mid: `LOG:${email}` });
      const item = { ...base, eid: `LOG ${email}`, kind: null };
      const json = { eid: email, mid: email, actor: { id: email }, context: { channel: email }, [email]: email };
      const text = writeReport(createReport(reportHeader, [{ item, json }]), `report${extension}`);
      expect(text).not.toMatch(/asha|example\.org\b(?!\/telemetry)/);
      expect(text).toContain('email-1');
    },
  );

  const request = { entry: 12, url: 'https://c.example/v1/telemetry?user=asha.rao@example.org' };
  const reportWithRequests = createReport(reportHeader, [
    { item: reportItem({ request, file: 'a.har', severity: 'error' }), json: {} },
    { item: reportItem({ request, file: 'a.har', severity: 'info' }), json: {} },
  ]);

  it.each([
    [
      'JUnit',
      () => [...writeJunitReport(reportWithRequests).matchAll(/[^\n]*c\.example[^\n]*/g)].map(([line]) => line),
    ],
    ['SARIF', () => sarifTexts(reportWithRequests)],
    [
      'Code Quality',
      () =>
        JSON.parse(writeCodeQualityReport(reportWithRequests)).map(
          (issue: { description: string }) => issue.description,
        ),
    ],
    [
      'Markdown',
      () =>
        writeMarkdownReport(reportWithRequests)
          .split('\n')
          .filter((line) => line.includes('example')),
    ],
    ['annotations of GitHub', () => writeGithubAnnotations(reportWithRequests)],
  ])('a report in the format %s names the request of an event, and redacts the request URL', (_, textsOf) => {
    const texts: readonly string[] = textsOf();
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect(text).toMatch(/request 12,? /);
      expect(text).toContain('c.example');
      expect(text).not.toMatch(/asha|a\.har:1/);
    }
  });

  it('a report truncates a long item, and omits the JSON of further items beyond a limit', () => {
    const long = { edata: { text: 'x'.repeat(20_000) } };
    const items = Array.from({ length: 1_000 }, (_, index) => ({ item: reportItem({ index }), json: long }));
    const { items: listed } = createReport(reportHeader, items);
    expect(listed[0]?.source?.length).toBe(10_001);
    expect(listed.at(-1)?.source).toBeNull();
  });

  it.each(reportExtensions)(
    'a report with the extension %s includes the JSON of items only if its format shows sources',
    (extension) => {
      const written = writeReport(
        createReport(reportHeader, [{ item: reportItem({}), json: { own: 'Surely-Here' } }]),
        extension,
      );
      expect(written.includes('Surely-Here')).toBe(hasItemSources(extension));
    },
  );

  it('a finding that several items share is counted once for each item', () => {
    const { findings } = reportItem({});
    const items = Array.from({ length: 3 }, (_, index) => ({
      item: { ...reportItem({ index }), findings },
      json: null,
    }));
    const { counts, totals } = createReport(reportHeader, items);
    expect(totals).toMatchObject({ items: 3, severities: { error: 3 * findings.length } });
    expect(counts.map(({ count }) => count)).toEqual([3 * findings.length]);
  });
});

function sarifTexts(report: FindingReport): readonly string[] {
  const { results } = JSON.parse(writeSarifReport(report)).runs[0];
  return results.map((result: { message: { text: string } }) => result.message.text);
}

describe('names of findings', () => {
  const report = createReport(
    reportHeader,
    [
      { line: 1, mid: 'LOG:1' },
      { line: 2, mid: 'LOG:2' },
      { line: 3, mid: 'LOG:3', file: 'other.ndjson' },
    ].map((parts) => ({ item: reportItem(parts), json: {} })),
  );
  const laterReport = createReport(
    reportHeader,
    [
      { line: 7, mid: 'LOG:7' },
      { line: 9, mid: 'LOG:9' },
      { line: 5, mid: 'LOG:5', file: 'other.ndjson' },
    ].map((parts) => ({ item: reportItem(parts), json: {} })),
  );
  const namesIn = (xml: string) =>
    [...xml.matchAll(/<testcase classname="[^"]*" name="([^"]*)"/g)].map(([, name]) => name);
  const fingerprintsIn = (sarif: string) =>
    JSON.parse(sarif).runs[0].results.map(
      (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints.primaryLocationLineHash,
    );
  const codeQuality = (findingReport: FindingReport): { fingerprint: string }[] =>
    JSON.parse(writeCodeQualityReport(findingReport));

  it('finding names are unique in a JUnit file, and do not change between runs', () => {
    const names = namesIn(writeJunitReport(report));
    expect(names).toContain('events.ndjson LOG edata.id [definition/missing]');
    expect(new Set(names).size).toBe(names.length);
    expect(namesIn(writeJunitReport(laterReport))).toEqual(names);
  });

  it('finding names determine the fingerprints in SARIF and GitLab reports', () => {
    const fingerprints = fingerprintsIn(writeSarifReport(report));
    expect(new Set(fingerprints).size).toBe(3);
    expect(fingerprintsIn(writeSarifReport(laterReport))).toEqual(fingerprints);
    expect(codeQuality(report).map(({ fingerprint }) => fingerprint)).toEqual(fingerprints);
  });

  it('a GitLab report has path, line, rule and severity of each finding', () => {
    expect(codeQuality(report)[1]).toMatchObject({
      description: 'edata.id is required.',
      check_name: 'definition/missing',
      severity: 'major',
      location: { path: 'events.ndjson', lines: { begin: 2 } },
    });
  });

  it('a JUnit report has a passed test for each valid event, up to 10,000', () => {
    const many = { ...report, totals: { ...report.totals, verdicts: { valid: 10_002, invalid: 3, unknown: 0 } } };
    const xml = writeJunitReport(many);
    expect(xml).toMatch(/<testsuite name="events"[^>]* tests="10000" failures="0"/);
    expect(xml.match(/name="Valid event /g)).toHaveLength(10_000);
    expect(xml).toContain('2 more valid events not listed');
    expect(writeJunitReport(report)).toMatch(/<testsuite name="events"[^>]* tests="0"/);
  });

  it('a SARIF report links to the tool’s homepage, and marks paths that are relative to the repository', () => {
    const items = ['a b/c.ndjson', '/tmp/x y.ndjson', 'C:/x.ndjson', '-'].map((file) => ({
      item: reportItem({ file }),
      json: {},
    }));
    const [run] = JSON.parse(writeSarifReport(createReport(reportHeader, items))).runs;
    expect(run.tool.driver.informationUri).toBe(reportHeader.tool.homepage);
    const locations = run.results.map(
      (result: { locations: { physicalLocation: { artifactLocation: object } }[] }) =>
        result.locations[0]?.physicalLocation.artifactLocation,
    );
    expect(locations).toEqual([
      { uri: 'a%20b/c.ndjson', uriBaseId: '%SRCROOT%' },
      { uri: 'file:///tmp/x%20y.ndjson' },
      { uri: 'file:///C:/x.ndjson' },
      { uri: 'stdin' },
    ]);
  });
});

describe('limits of GitHub', () => {
  const report = createLongReport(3_000, 9);

  it('a SARIF report links the help page of a rule once the page is published', () => {
    const driverOf = (page: string) =>
      JSON.parse(writeSarifReport(createReport(reportHeader, [{ item: reportItem({ page }), json: {} }]))).runs[0].tool
        .driver;
    const published = 'https://docs.example.org/docs/rules.md#missing';
    expect(driverOf(published).rules[0]).toMatchObject({ help: { text: published }, helpUri: published });
    expect(driverOf('docs/rules.md#missing').rules[0]).not.toHaveProperty('helpUri');
  });

  it('a SARIF report has at most 5,000 results, errors first', () => {
    const { results, properties } = JSON.parse(writeSarifReport(report)).runs[0];
    expect(results).toHaveLength(5_000);
    expect(results[0].level).toBe('error');
    expect(properties.unlisted).toBe(27_000 - 5_000);
  });

  it('a summary does not exceed the requested length, and counts the findings that it omits', () => {
    for (const maxBytes of [1_000_000, 20_000, 5_000]) {
      const text = writeMarkdownReport(createReportOfPaths(2_000), maxBytes);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
      if (maxBytes < 100_000) expect(text).toMatch(/\d more findings not shown/);
    }
  });

  it('each severity has at most ten GitHub annotations, the last of which counts the others', () => {
    const lines = writeGithubAnnotations(createReportOfPaths(500));
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('::error title=telemetry-v3::491 errors not shown.');
    expect(writeGithubAnnotations(createReportOfPaths(10))).toHaveLength(10);
    expect(writeGithubAnnotations(createReportOfPaths(10)).at(-1)).toContain('line=10');
  });

  it('the last of ten GitHub annotations counts the tenth group, too, if some findings are unlisted', () => {
    const items = Array.from({ length: MAX_LISTED_PER_CODE + 10 }, (_, index) => ({
      item: reportItem({ index, line: index + 1, path: ['edata', `field${index % 10}`] }),
      json: null,
    }));
    const lines = writeGithubAnnotations(createReport(reportHeader, items));
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('::error title=telemetry-v3::110 errors not shown.');
  });
});

describe('escaping', () => {
  const item = reportItem({
    message: HOSTILE_TEXT,
    path: [HOSTILE_TEXT],
    mid: HOSTILE_TEXT,
    file: `${HOSTILE_TEXT}.ndjson`,
  });
  const report: FindingReport = createReport(reportHeader, [{ item, json: { eid: HOSTILE_TEXT, [HOSTILE_TEXT]: 1 } }]);

  it('hostile event data inserts no element into the HTML report', () => {
    const html = writeReport(report, '.html');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script/g)).toHaveLength(2);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<!--');
  });

  it('hostile event data inserts no element, link or cell into the Markdown report', () => {
    const row =
      writeMarkdownReport(report)
        .split('\n')
        .find((line) => line.startsWith('| definition')) ?? '';
    expect(row).not.toMatch(/<|>|\]\(|https?:/);
    expect(row.match(/\|/g)).toHaveLength(7);
  });

  it('hostile event data inserts no link into Markdown, even if a renderer decodes character references first', () => {
    const texts = [
      'www.example.org',
      'https://example.org/a',
      'ftp://example.org',
      'asha@example.org',
      '@asha',
      '#12',
      'GH-12',
    ];
    const message = texts.join(' ');
    const markdown = writeMarkdownReport(createReport(reportHeader, [{ item: reportItem({ message }), json: {} }]));
    const decoded = markdown.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    expect(decoded).not.toMatch(/www\.|:\/\/|@\w|#\d|GH-\d/i);
  });

  it('hostile event data becomes no formula in Markdown, which GitHub renders between dollar signs', () => {
    const message = '$\\color{red}{0\\ errors}$ and $$x$$';
    const markdown = writeMarkdownReport(createReport(reportHeader, [{ item: reportItem({ message }), json: {} }]));
    expect(markdown).toContain('&#36;');
    expect(markdown).not.toContain('$');
  });

  it.each([
    ['[a](https://example.org)', String.raw`\[a\](https://example.org)`],
    [String.raw`\[a](1)`, String.raw`\\\[a\](1)`],
    ['{"a":[0]}', String.raw`{"a":\[0\]}`],
  ])('%s is not a link in a SARIF report', (message, text) => {
    const sarif = JSON.parse(
      writeSarifReport(createReport(reportHeader, [{ item: reportItem({ message }), json: {} }])),
    );
    expect(sarif.runs[0].results[0].message.text).toBe(text);
  });

  it('hostile event data inserts no workflow command for GitHub’s runner', () => {
    const lines = writeGithubAnnotations(report);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\r\n]/);
    expect(lines[0]?.match(/::/g)?.length).toBe(2 + (HOSTILE_TEXT.match(/::/g)?.length ?? 0));
  });

  it('hostile event data is written to the JUnit report as valid XML characters', () => {
    const xml = writeJunitReport(report);
    expect(xml).not.toMatch(/<img|<script/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the report must not contain these characters.
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  });
});

describe('reports in logs', () => {
  const hostile = `a\u007f\u009b2J\n::error::owned\n##[error]owned`;
  const item = reportItem({ mid: hostile, file: hostile, message: hostile });
  const report = createReport(reportHeader, [{ item, json: { eid: hostile } }]);

  it.each(reportExtensions.filter((extension) => extension !== '.html'))(
    'a report file that is printed to a log contains no terminal escape sequence and no CI command: %s',
    (extension) => {
      const text = writeReport(report, `a${extension}`);
      expect(text).toContain('owned');
      expect(text).not.toMatch(/[\u007f-\u009f]|^\s*::|##\[/m);
    },
  );

  it('a JSON report that is printed to a log has the same values', () => {
    expect(JSON.parse(writeReport(report, 'a.json')).items[0].mid).toBe(report.items[0]?.mid);
  });
});

it('the HTML report allows only its own script and style', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  expect(SCRIPT_HASH).toBe(hash(reportScript));
  expect(STYLE_HASH).toBe(hash(reportStyle));
  const html = writeReport(createReport(reportHeader, []), '.html');
  expect(html).toContain(`script-src 'sha256-${SCRIPT_HASH}'`);
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/https?:|src=|@import|url\(/);
});

it('the HTML report has the colors of the panel', () => {
  const tokens = (css: string) => [...css.matchAll(/(--[\w-]+): (light-dark\(#\w+, #\w+\));/g)];
  const theme = new Map(
    tokens(readFileSync('components/kit/theme/theme.css', 'utf8')).map(([, name, value]) => [name, value]),
  );
  const reportTokens = tokens(reportStyle);
  expect(reportTokens.length).toBeGreaterThan(10);
  for (const [, name, value] of reportTokens) expect([name, theme.get(name)]).toEqual([name, value]);
});

function createReportOfPaths(count: number): FindingReport {
  const items = Array.from({ length: count }, (_, index) => ({
    item: reportItem({ index, line: index + 1, path: ['edata', `field${index}`] }),
    json: null,
  }));
  return createReport(reportHeader, items);
}
