import { fail, type Result, succeed } from '#core/util/result';
import { generateFormat } from './generate-format';
import { generateKind } from './generate-kind';
import { generateRule } from './generate-rule';
import { generateView } from './generate-view';
import {
  EditFault,
  FileEditor,
  type Generate,
  type GeneratedFiles,
  type ProjectFiles,
  parseNewName,
} from './generated-files';

/** What can be made, by the word that asks for it. */
const generators: Readonly<Record<string, Generate>> = {
  view: generateView,
  format: generateFormat,
  kind: generateKind,
  rule: generateRule,
};

const usage = `Usage: npm run new -- ${Object.keys(generators).join('|')} NAME`;

/** Makes the files of something new, all or none. Fails with a sentence for the user. */
export function generate(args: readonly string[], files: ProjectFiles): Result<GeneratedFiles, string> {
  const [what = '', text, more] = args;
  const generator = Object.hasOwn(generators, what) ? generators[what] : undefined;
  if (generator === undefined || text === undefined || more !== undefined) return fail(usage);
  const name = parseNewName(text);
  if (!name.ok) return name;
  const editor = new FileEditor(files);
  try {
    generator(name.value, editor);
  } catch (error) {
    if (error instanceof EditFault) return fail(error.message);
    throw error;
  }
  return succeed(editor.changed);
}
