import { describe, expect, it } from 'vitest';
import { mergeComposeFiles, readComposeFile } from '#core/registry/files/compose-file';
import { interpolate, readEnvFile } from '#core/registry/files/env-file';
import { growthOf } from '#tests/fixtures/growth';

it.each([
  ['A=1', '1'],
  ['export  A = two words  ', 'two words'],
  ['A="quoted # value"  # comment', 'quoted # value'],
  ['A=plain   # comment', 'plain'],
  ['A=with#hash', 'with#hash'],
  ['A=', ''],
  ["A='x'y", "'x'y"],
])('a line of a .env file is parsed: %s', (line, value) => {
  expect(readEnvFile(line).get('A')).toBe(value);
});

it.each(['= 1', '1A=1', '# A=1', `A=${'x'.repeat(1_001)}`])('the line %.20s is skipped', (line) => {
  expect(readEnvFile(line).size).toBe(0);
});

it.each([
  ['spaces within a value', (size: number) => `A=x${' '.repeat(size)}y`],
  ['spaces in the place of a name', (size: number) => `export${' '.repeat(size)}=`],
  ['quotes', (size: number) => `A='${"' ".repeat(size)}x`],
])('a line of a .env file with many %s is parsed in linear time', (_, lineOf) => {
  expect(growthOf(lineOf, readEnvFile, 8_000)).toBeLessThan(8);
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
    const read = (text: string) => interpolate(text, variables);
    expect(growthOf((size) => `\${A-`.repeat(size), read, 8_000)).toBeLessThan(8);
  });
});

it('a URL of a compose file with many slashes is parsed in linear time', () => {
  const fileOf = (size: number) =>
    `services:\n  registry:\n    environment:\n      sunbird_sso_realm: r\n      sunbird_sso_url: http://h/${'/'.repeat(size)}x\n`;
  const read = (text: string) => {
    const compose = readComposeFile(text);
    return mergeComposeFiles(compose.ok ? [compose.value] : [], new Map()).facts?.issuer;
  };
  expect(read(fileOf(1))).toBe('http://h//x/realms/r');
  expect(growthOf(fileOf, read, 20_000)).toBeLessThan(8);
});
