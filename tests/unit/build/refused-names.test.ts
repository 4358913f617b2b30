import { describe, expect, it } from 'vitest';
import { findRefusedNames } from '#build/refused-names';

const namesIn = (text: string, path = 'lib/core/example.ts') => findRefusedNames(path, text).map(({ name }) => name);

describe('findRefusedNames', () => {
  it.each([
    ['const MOST_EVENTS = 3;', 'MOST_EVENTS'],
    ['const LEAST_WIDTH = 3;', 'LEAST_WIDTH'],
    ['const LONGEST = 3;', 'LONGEST'],
    ['const ROWS_AT_ONCE = 3;', 'ROWS_AT_ONCE'],
    ['/** One deed of the menu. */', 'deed'],
    ['const rowDeeds = [];', 'Deeds'],
    ['interface IdentityWorld {}', 'IdentityWorld'],
    ['const usualWidth = 36;', 'usualWidth'],
    ['const USUAL_SIZE = 36;', 'USUAL_SIZE'],
    ['// The usual case.', 'usual'],
    ['// Nobody reads it.', 'Nobody'],
    ['// Until somebody logs in.', 'somebody'],
    ['// The event as it travels.', 'as it travels'],
    ['// What would mend it.', 'mend'],
    ['// A header that is left out.', 'left out'],
    ['// A call that is given up.', 'given up'],
    ['const told = reports.map(textOf);', 'const told'],
    ['let kept = 0;', 'let kept'],
    ['function heard(): void {}', 'function heard'],
    ['const answer = await fetch(url);', 'const answer'],
    ['function answerBatches(): void {}', 'answerBatches'],
    ['const noAnswer = 1;', 'noAnswer'],
    ['const { toldTexts } = setUp();', 'toldTexts'],
  ])('refuses the name in %s', (text, name) => {
    expect(namesIn(text)).toEqual([name]);
  });

  it('refuses a file that is named after its words', () => {
    expect(namesIn('', 'components/i18n/journey-words.ts')).toEqual(['components/i18n/journey-words.ts']);
  });

  it('reports the line and the advice', () => {
    expect(findRefusedNames('lib/core/example.ts', '\nconst MOST = 3;\n')).toEqual([
      { line: 2, name: 'MOST', advice: 'Write MAX_ or MIN_ with a unit: MAX_BODY_BYTES.' },
    ]);
  });

  it('accepts the guide’s names, words that contain a refused one, and stored codes', () => {
    const accepted = [
      'const MAX_BODY_BYTES = 1; // The almost longest one, indeed unusual.',
      "browser.execute({ world: 'MAIN' });",
      "const user = 'nobody'; // It recommends what amends it, and gives upper limits.",
      'const { said, kept } = record.call; const keptRows = rows;',
      "fail({ reason: 'unreadable-answer' }); const { answer } = request; // The user answers the prompt.",
      "const old = 'identity.theAnswer';",
      "const code = 'not-usual'; const old = 'scenarios.deeds.fire';",
    ];
    expect(namesIn(accepted.join('\n'))).toEqual([]);
  });
});
