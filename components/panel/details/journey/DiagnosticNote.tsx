import { Icon } from '#components/kit/Icon.tsx';
import type { IconName } from '#components/kit/icon-paths.ts';
import type { ToldTrouble } from './diagnostic-labels';

const icons: Readonly<Record<ToldTrouble['tone'], IconName>> = { warn: 'notice', bad: 'invalid', lost: 'lost' };
const classes: Readonly<Record<ToldTrouble['tone'], string>> = {
  warn: 'note',
  bad: 'note bad-note',
  lost: 'note lost-note',
};

/** One thing that went wrong on the way: what it is called, why it happened, and what to do. */
export function TroubleNote({ trouble }: { readonly trouble: ToldTrouble }) {
  const { title, why, toDo, tone } = trouble;
  return (
    <div class={classes[tone]}>
      <Icon name={icons[tone]} />
      <p>
        <b>{title}.</b> {sentence(why)}
        {toDo}
      </p>
    </div>
  );
}

/** What an SDK or a browser said does not always end as a sentence does. */
function sentence(text: string): string {
  const said = text.trim();
  if (said === '') return '';
  return /[.!?…]$/.test(said) ? `${said} ` : `${said}. `;
}
