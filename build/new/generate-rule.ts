import type { Generate } from './file-editor';

const IDS = 'lib/core/telemetry/findings.ts';
const RULE_SETS = 'lib/core/rules/rule-sets.ts';
const LOADERS = 'lib/panel/capture/panel-judge.ts';

/** Generates a rule set with one rule, which is not checked by default. */
export const generateRule: Generate = ({ kebab, camel, title }, files) => {
  files.create(
    `lib/core/rules/${kebab}-rules.ts`,
    `import { stringAt } from '#core/json/json';
import type { Finding, RuleSet } from '#core/telemetry/findings';

/** ${title}: warns of the env \`sample\`. */
export const ${camel}Rules: RuleSet = {
  id: '${kebab}',
  scope: 'events',
  check(subject) {
    const env = subject.type === 'event' ? stringAt(subject.json, PATH) : null;
    return env === 'sample' ? [{ ...FINDING, params: { reason: '${kebab}', value: env } }] : [];
  },
};

const PATH = ['context', 'env'];
const FINDING = { ruleSet: '${kebab}', severity: 'warning', code: 'placeholder', path: PATH } as const satisfies Partial<Finding>;
`,
  );
  files.create(
    `tests/unit/core/rules/${kebab}-rules.test.ts`,
    `import { expect, it } from 'vitest';
import { findingText } from '#core/report/english-findings';
import { createCheck } from '#core/rules/rule-sets';

it('${title} warns of the env sample, and of no other', () => {
  const check = createCheck(['${kebab}']);
  const textsOf = (env: string) => {
    const json = { eid: 'LOG', context: { channel: 'learn', env } };
    return check({ type: 'event', json }).findings.map((finding) => findingText(finding));
  };
  expect(textsOf('sample')).toEqual(['context.env is sample, which ${title} rejects.']);
  expect(textsOf('player')).toEqual([]);
});
`,
  );
  files.insertBefore(IDS, /(?<=^export const builtInRuleSetIds = \[[^\]]*?),?\s*\] as const/m, `, '${kebab}'`);
  files.addImport(RULE_SETS, `import { ${camel}Rules } from './${kebab}-rules';`);
  files.insertBefore(
    RULE_SETS,
    /^\} as const satisfies Readonly<Record<RuleSetName/m,
    `  '${kebab}': ${camel}Rules,\n`,
  );
  files.insertBefore(
    LOADERS,
    /(?<=^const loaders: [\s\S]*)^\};/m,
    `  '${kebab}': async () => (await import('#core/rules/${kebab}-rules')).${camel}Rules,\n`,
  );
  files.insertBefore(
    'lib/core/rules/reference/rule-catalog.ts',
    /^ {2}'duplicate-mid': \{/m,
    `  '${kebab}': {
    code: 'placeholder',
    severity: 'warning',
    ruleSets: ['${kebab}'],
    example: { subject: 'event', kind: 'log', wrong: { 'context.env': 'sample' }, right: { 'context.env': 'player' } },
  },\n`,
  );
  const texts = {
    en: {
      sentence: `{path} is {value}, which ${title} rejects.`,
      about: `${title}: say what the rule set asks for, and why.`,
      title: `${title} rejects the value`,
      meaning: `Say what ${title} asks for.`,
      fix: `Say how to do what ${title} asks for.`,
    },
    hi: {
      sentence: `{path} में {value} है, जिसे ${title} स्वीकार नहीं करता।`,
      about: `${title}: लिखें कि यह नियम-समूह क्या माँगता है, और क्यों।`,
      title: `${title} यह मान स्वीकार नहीं करता`,
      meaning: `लिखें कि ${title} क्या माँगता है।`,
      fix: `लिखें कि ${title} की माँग कैसे पूरी करें।`,
    },
  } as const;
  for (const language of ['en', 'hi'] as const) {
    const { sentence, about, ...rule } = texts[language];
    files.addMessages(`locales/findings/${language}.yml`, 'sentence', { [kebab]: sentence });
    files.addMessages(`locales/findings/${language}.yml`, 'ruleSet', { [kebab]: kebab });
    files.addMessages(`locales/${language}.yml`, 'ruleSets.name', { [kebab]: title });
    files.addMessages(`locales/${language}.yml`, 'ruleSets.about', { [kebab]: about });
    files.addMessages(`locales/rules/${language}.yml`, kebab, rule);
  }
};
