import { toUnicodeEscape } from './terminal-text';

/**
 * Invisible characters, which GitHub's runner ignores.
 * The runner compares strings by culture (`ActionCommand.cs` in actions/runner).
 */
const INVISIBLE = String.raw`\p{Cf}\p{DI}`;

/**
 * Commands such as `::error::` of GitHub at the start of a line.
 * White space, which the runner trims, or a terminal style may precede it.
 * The colons are matched before the lookbehind. In the other order, a run of n spaces would cost n² steps.
 */
const START_COMMAND = new RegExp(String.raw`:(?=[${INVISIBLE}]*:)(?<=^(?:[\s${INVISIBLE}]|\u001b\[[\d;]*m)*:)`, 'gmu');

/**
 * Commands that are detected anywhere in a line.
 * They are `##[error]` of GitHub and Azure, `##vso[…]` of Azure, `##teamcity[…]` and `section_start:…` of GitLab.
 */
const INNER_COMMAND = new RegExp(
  String.raw`#(?=[${INVISIBLE}]*#[\p{L}${INVISIBLE}]{0,40}\[)|(?<=section)_(?=(?:start|end):)`,
  'gu',
);

/** Fast tests that rule out most texts. Invisible characters are outside of ASCII. */
const MAY_START_COMMAND = /:[:\u0080-\uffff]/;
const MAY_BE_INNER_COMMAND = /#[#\u0080-\uffff]|section_/;

/**
 * Escapes CI commands in lines of a log.
 * `::error::` becomes `\u003a:error::`, and `##[error]` becomes `\u0023#[error]`. JSON text keeps its value. Apply it
 * to whole lines, because some commands are detected only at the start of a line.
 */
export function escapeCiCommands(lines: string): string {
  const escaped = MAY_START_COMMAND.test(lines) ? lines.replace(START_COMMAND, toUnicodeEscape) : lines;
  return MAY_BE_INNER_COMMAND.test(escaped) ? escaped.replace(INNER_COMMAND, toUnicodeEscape) : escaped;
}
