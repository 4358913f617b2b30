import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findHardCodedTexts, type HardCodedText } from './hard-coded-text';

const AREAS = ['components', 'entrypoints', 'lib'];
/**
 * Files that are not checked.
 * The command line and its reports are in English only. Page scripts show no text. Problems of custom rules are in one
 * language, like the rules. Exported files are for programs, and equal in all languages, as are names of keys.
 */
const EXCLUDED =
  /^(lib\/(page|node)\/|lib\/extension\/browser\/panel\/frame-urls|lib\/core\/(report\/|rules\/(privacy\/|checks|custom-rules)|secrets\/|formats\/(write\/|har-entries|input-items)|scenarios\/playwright-test))/;

/** Data, code and names that only look like text, each with its file. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'components/kit/kept-focus.ts': [':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled)'],
  'components/options/OptionsScreen.tsx': ['http://localhost:8080', 'sunbird-rc', 'registry-frontend'],
  'components/panel/app/registries.ts': ['input, textarea, select'],
  'components/panel/captures/capture-commands.ts': ['Ctrl L', 'Ctrl E', 'Ctrl Z', 'Shift N'],
  'components/panel/compose/compose-keys.ts': ['Ctrl Z, Ctrl Y'],
  'components/panel/compose/target/CollectorTarget.tsx': ['https://…/v1/telemetry'],
  'components/panel/compose/editor/code-editor.ts': ['1px solid var(--line)'],
  'components/panel/details/tree/tree-keys.ts': ['Home, End', 'Enter, Space'],
  'components/panel/event-list/grid/list-keys.ts': ['Page Up, Page Down', 'Home, End', 'Ctrl A', 'Ctrl C', 'Shift F10'],
  'components/panel/filter/filter-commands.ts': ['Ctrl F'],
  'components/panel/import-export/export-writing.ts': ['Telemetry V3 DevTools'],
  'components/panel/rule-sets/AddSchemas.tsx': ['team-schemas', '{"properties": {"eid": {"const": "INTERACT"}, …}}'],
  'components/panel/rule-sets/ImportedSetDetails.tsx': ['*.example.org', 'prod.app*'],
  'components/panel/rule-sets/ImportedSetRows.tsx': ['schema:'],
  'components/panel/scenarios/scenario-keys.ts': ['Ctrl Z'],
  'components/panel/shell/command-menu/command-menu-command.ts': ['Ctrl K'],
  'components/panel/timeline/time-range.ts': ['Home, End'],
  'components/popup/EnvironmentForm.tsx': ['http://localhost:8080', 'sunbird-rc', 'registry-frontend'],
  'lib/extension/background/acting/header-rules.ts': ['Bearer'],
  'lib/extension/background/collector/collector-posts.ts': ['Bearer'],
  'lib/extension/background/registry/registry-calls.ts': ['Bearer'],
  'lib/panel/collector-capture.ts': ['Bearer'],
  'lib/extension/background/badge/badge-labels.ts': ['AS', 'OFF'],
  'lib/core/config/panel-config.ts': ['Ignored in the panel'],
  'lib/core/drafts/copy-as.ts': ['Bearer …', 'is not a name of an SDK: the', 'is not written as a call.'],
  'lib/core/formats/capture/capture-json-schema.ts': ['Telemetry V3 capture, version'],
  'lib/core/identity/environment.ts': ['Local registry'],
  'lib/core/rules/reference/rule-catalog.ts': [
    'Lesson saved',
    'Session',
    'Session started',
    'Mail to learner@mail.example.org failed',
    'Mail failed',
  ],
  'lib/core/telemetry/definitions/assess.ts': ['जब सूर्य पानी को गर्म करता है, तब क्या होता है?'],
  'lib/core/telemetry/definitions/error.ts': [
    'MediaError: rain.mp4 was not found\n    at loadVideo (player.js:214:11)',
  ],
  'lib/core/telemetry/definitions/log.ts': ['GET /content/v1/read/do_21340987654321012'],
  'lib/core/telemetry/definitions/search.ts': ['Class 6'],
  'components/popup/model/copy-actions.ts': ['Authorization: Bearer'],
  'components/popup/model/registry-command.ts': ['Bearer'],
  'components/welcome/WelcomePage.tsx': ['INTERACT', 'edata.type: "click"'],
  // A message of the yaml package, whose own sentences are shown the same way.
  'lib/core/registry/files/safe-yaml.ts': ['Source contains multiple documents', 'No document'],
  // A text that pipelines write into the events of their queues.
  'lib/core/pipeline/observed-fate.ts': ['Schema not found'],
  'lib/core/pipeline/interaction-types.ts': [
    'touch drag drop pinch zoom shake rotate speak listen write draw start end choose activate scroll click edit submit search dnd added removed selected',
  ],
  'lib/core/quoting/curl-command.ts': [
    'Not a command: the URL is not http or https:',
    'Not a command: the method is not in capital letters:',
    'Omitted, because it is not a header:',
  ],
};

const files = AREAS.flatMap((area) =>
  readdirSync(area, { recursive: true, encoding: 'utf8' }).map((path) => `${area}/${path}`),
).filter((path) => /\.tsx?$/.test(path) && !EXCLUDED.test(path));
const findForbiddenTexts = (path: string) =>
  findHardCodedTexts(path, readFileSync(path, 'utf8')).filter(({ text }) => !ALLOWED[path]?.includes(text));
const textsIn = (source: string) => findHardCodedTexts('planted.tsx', source).map(({ text }: HardCodedText) => text);

it('the source has no user-facing text outside the locales', () => {
  const texts = files.flatMap((path) => findForbiddenTexts(path).map(({ line, text }) => `${path}:${line}: ${text}`));
  expect(files.length).toBeGreaterThan(200);
  expect(texts).toEqual([]);
});

it('the list of allowed texts contains only texts that still exist', () => {
  const stale = Object.entries(ALLOWED).flatMap(([path, texts]) => {
    const existingTexts = findHardCodedTexts(path, readFileSync(path, 'utf8')).map(({ text }) => text);
    return texts.filter((text) => !existingTexts.includes(text)).map((text) => `${path}: ${text}`);
  });
  expect(stale).toEqual([]);
});

it.each([
  ['between tags', '<p>Nothing yet</p>', 'Nothing yet'],
  ['as a child that is a string', "<b>{on ? 'Recording' : i18n.t('off')}</b>", 'Recording'],
  ['in a tooltip', '<i title="Drag to filter" />', 'Drag to filter'],
  ['in an accessible name', `<i aria-label={\`Close \${name}\`} />`, 'Close'],
  ['in a placeholder', '<input placeholder="Filter" />', 'Filter'],
  ['in the name of our own control', '<Tool icon="gear" name="Settings" />', 'Settings'],
  ['in a toast', "toasts.show({ tone: 'success', text: 'Copied' })", 'Copied'],
  ['in a failure', `fail({ message: \`\${host} does not respond\` })`, 'does not respond'],
  ['in a table of texts', "const words = { lost: 'was lost on the way' };", 'was lost on the way'],
  ['as a default value', "<Dialog safe={safe ?? 'Go back'} />", 'Go back'],
])('a hard-coded UI string is found %s', (_, source, text) => {
  expect(textsIn(source)).toEqual([text]);
});
