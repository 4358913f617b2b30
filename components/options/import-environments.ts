import { formatSentence } from '#components/i18n/format.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { noBackgroundText } from '#components/popup/model/background-failure.ts';
import type { PopupToast } from '#components/popup/model/popup-toast.ts';
import { importEnvironments } from '#core/identity/environment-file';
import { type DroppedFile, type ReadingControl, readDroppedFile } from '#core/registry/files/dropped-file';
import { i18n } from '#i18n';
import type { OptionsDeps } from './options-deps';

/** Saves the environments of a file, then calls `reload` and shows how many were saved. */
export async function importEnvironmentFile(
  file: DroppedFile,
  { signal, onProgress }: ReadingControl,
  {
    ask,
    toast,
    reload,
  }: Pick<OptionsDeps, 'ask'> & { readonly toast: PopupToast; readonly reload: () => Promise<void> },
): Promise<void> {
  const text = await readDroppedFile(file, signal);
  if (signal.aborted) return toast.showSuccess(() => i18n.t('options.setUp.cancelled', { name: file.name }));
  const parsed = text.ok ? importEnvironments(text.value) : text;
  if (!parsed.ok) return toast.showError(() => `${file.name}: ${messageText(parsed.failure)}`);
  const { drafts } = parsed.value;
  const problems = [...parsed.value.problems];
  let savedCount = 0;
  for (const [index, draft] of drafts.entries()) {
    const saved = await ask('saveEnvironment', { environmentId: null, draft });
    if (saved.ok) savedCount += 1;
    else {
      if (saved.failure.reason !== 'invalid') {
        if (savedCount > 0) await reload();
        return toast.showError(noBackgroundText);
      }
      const [problem] = saved.failure.problems;
      if (problem) problems.push(problem.message);
    }
    onProgress((index + 1) / drafts.length);
    if (signal.aborted) break;
  }
  await reload();
  const imported = () => i18n.t('options.environmentsImported', savedCount, { n: savedCount });
  if (problems.length === 0) return toast.showSuccess(() => formatSentence(imported()));
  toast.showError(() =>
    i18n.t('options.environment.importedSkipped', {
      imported: imported(),
      n: problems.length,
      first: messageText(problems[0] ?? ''),
    }),
  );
}
