import { fail, type Result, succeed } from '#core/util/result';
import { EditFault, FileEditor, type Generate, type GeneratedFiles, type ProjectFiles } from './file-editor';
import { generateFormat } from './generate-format';
import { generateKind } from './generate-kind';
import { generateRule } from './generate-rule';
import { generateView } from './generate-view';
import { parseNewName } from './new-name';

/** Generators by the first argument of the command. */
const generators: Readonly<Record<string, Generate>> = {
  view: generateView,
  format: generateFormat,
  kind: generateKind,
  rule: generateRule,
};

const usage = `Usage: npm run new -- ${Object.keys(generators).join('|')} NAME`;

/**
 * Generates the files of a new view, format, kind or rule.
 * Fails with a sentence for the user, without any file.
 */
export function generate(args: readonly string[], files: ProjectFiles): Result<GeneratedFiles, string> {
  const [type = '', nameText, extra] = args;
  const generator = Object.hasOwn(generators, type) ? generators[type] : undefined;
  if (generator === undefined || nameText === undefined || extra !== undefined) return fail(usage);
  const name = parseNewName(nameText);
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
