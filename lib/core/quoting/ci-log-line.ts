import { unicodeEscape } from './terminal-text';

/** GitHub's runner compares by culture, which ignores invisible characters (`ActionCommand.cs` of actions/runner). */
const INVISIBLE = String.raw`\p{Cf}\p{DI}`;

/**
 * `::error::` of GitHub, where a line begins: the runner trims it. A style of a terminal can precede it.
 * The colons are asked for before what precedes them: the other way round, a run of n spaces would cost n² steps.
 */
const START_COMMAND = new RegExp(String.raw`:(?=[${INVISIBLE}]*:)(?<=^(?:[\s${INVISIBLE}]|\u001b\[[\d;]*m)*:)`, 'gmu');

/** Anywhere in a line: `##[error]` of GitHub and Azure, `##vso[…]` of Azure, `##teamcity[…]`, `section_start:…` of GitLab. */
const INNER_COMMAND = new RegExp(
  String.raw`#(?=[${INVISIBLE}]*#[\p{L}${INVISIBLE}]{0,40}\[)|(?<=section)_(?=(?:start|end):)`,
  'gu',
);

/** Both are found in a fraction of the time. Invisible characters are none of ASCII. */
const MAY_START_COMMAND = /:[:\u0080-\uffff]/;
const MAY_BE_INNER_COMMAND = /#[#\u0080-\uffff]|section_/;

/**
 * Escapes the commands of a CI in lines of a log.
 * `::error::` becomes `\u003a:error::`, and `##[error]` becomes `\u0023#[error]`. JSON text keeps its value. Apply it
 * to whole lines, as some commands count only at the start of a line.
 */
export function escapeCiCommands(lines: string): string {
  const escaped = MAY_START_COMMAND.test(lines) ? lines.replace(START_COMMAND, unicodeEscape) : lines;
  return MAY_BE_INNER_COMMAND.test(escaped) ? escaped.replace(INNER_COMMAND, unicodeEscape) : escaped;
}
