import { lazy } from '#components/kit/lazy.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { siteQuestionStore } from './site-question';

const SiteDialog = lazy(async () => (await import('./SiteDialog')).SiteDialog);

/** Asks the user to confirm that events may be fired at a site. Rendered in every view that fires. */
export function SiteConfirmation() {
  const question = useStore(siteQuestionStore);
  const close = () => {
    question.value = null;
  };
  return question.value && <SiteDialog question={question.value} onClose={close} />;
}
