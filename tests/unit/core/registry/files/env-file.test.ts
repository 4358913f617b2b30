import { describe, expect, it } from 'vitest';
import { mergeComposeFiles, readComposeFile } from '#core/registry/files/compose-file';
import { interpolate, readEnvFile, resolveVariables } from '#core/registry/files/env-file';
import { measureGrowth } from '#tests/fixtures/growth';

const variablesOf = (text: string, projectVariables?: ReadonlyMap<string, string>) =>
  resolveVariables([readEnvFile(text)], projectVariables);

it.each([
  ['A=1', '1'],
  ['export  A = two words  ', 'two words'],
  ['A="quoted # value"  # comment', 'quoted # value'],
  ['A=plain   # comment', 'plain'],
  ['A=with#hash', 'with#hash'],
  ['A=', ''],
  ["A='x'y", "'x'y"],
  ['A="say \\"no\\" \\\\ \\$B"', 'say "no" \\ $B'],
  ["A='pa$word\\'", 'pa$word\\'],
  ['A=pa$$word', 'pa$word'],
])('a line of a .env file is parsed: %s', (line, value) => {
  expect(variablesOf(line).get('A')).toBe(value);
});

it.each([
  [`A=http://\${HOST}:8080/$PATH`, 'http://localhost:8080/auth'],
  [`A="\${HOST}:8080"  # comment`, 'localhost:8080'],
  [`A='\${HOST}'`, `\${HOST}`],
  [`A=\${HOST:-other}\${MISSING:-:80}`, 'localhost:80'],
  ['A=$LATER-$OUTER-pa$$word', '-of-project-pa$word'],
])(
  'a line of a .env file has the variables of earlier lines and of the project, except in single quotes: %s',
  (line, value) => {
    const projectVariables = new Map(Object.entries({ OUTER: 'of-project', HOST: 'of-project' }));
    expect(variablesOf(`HOST=localhost\nPATH=auth\n${line}\nLATER=1`, projectVariables).get('A')).toBe(value);
  },
);

it('a .env file whose lines repeat a long value is parsed in linear time', () => {
  const fileOf = (size: number) => `A=${'x'.repeat(900)}\n${`B=${'$A'.repeat(300)}\n`.repeat(size)}`;
  expect(measureGrowth(fileOf, (text) => variablesOf(text), 1_000)).toBeLessThan(8);
  expect(variablesOf(fileOf(10)).get('B')).toBeUndefined();
});

it.each(['= 1', '1A=1', '# A=1', `A=${'x'.repeat(1_001)}`])('the line %.20s is skipped', (line) => {
  expect(variablesOf(line).size).toBe(0);
});

it.each([
  ['spaces within a value', (size: number) => `A=x${' '.repeat(size)}y`],
  ['spaces in the place of a name', (size: number) => `export${' '.repeat(size)}=`],
  ['quotes', (size: number) => `A='${"' ".repeat(size)}x`],
  ['quotes and comments before a line separator', (size: number) => `A='${"' #".repeat(size)}\u2028x`],
])('a line of a .env file with many %s is parsed in linear time', (_, lineOf) => {
  expect(measureGrowth(lineOf, readEnvFile, 8_000)).toBeLessThan(8);
});

describe('substitution', () => {
  const variables = new Map([['A', 'value']]);

  it.each([
    [`$A-\${A}-\${A:-other}-\${B:-other}-$$A-\${B}`, 'value-value-value-other-$A-'],
    [`\${A:-x`, `\${A:-x`],
    [`\${A}\${B:-x $A $$`, `value\${B:-x value $`],
  ])('variables in a text are substituted: %s', (text, expected) => {
    expect(interpolate(text, variables)).toBe(expected);
  });

  it('variables without a closing brace are parsed in linear time', () => {
    const interpolateText = (text: string) => interpolate(text, variables);
    expect(measureGrowth((size) => `\${A-`.repeat(size), interpolateText, 8_000)).toBeLessThan(8);
  });
});

it('a URL of a compose file with many slashes is parsed in linear time', () => {
  const fileOf = (size: number) =>
    `services:\n  registry:\n    environment:\n      sunbird_sso_realm: r\n      sunbird_sso_url: http://h/${'/'.repeat(size)}x\n`;
  const readIssuer = (text: string) => {
    const compose = readComposeFile(text);
    return mergeComposeFiles(compose.ok ? [compose.value] : [], new Map()).facts?.issuer;
  };
  expect(readIssuer(fileOf(1))).toBe('http://h//x/realms/r');
  expect(measureGrowth(fileOf, readIssuer, 20_000)).toBeLessThan(8);
});
