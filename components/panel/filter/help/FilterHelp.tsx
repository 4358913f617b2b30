import { Dialog } from '#components/kit/Dialog.tsx';
import { filterKeyTexts } from '#components/panel/filter/filter-key-texts.ts';
import { i18n } from '#i18n';
import './filter-help.css';

/** The grammar, with examples that replace the filter when selected. */
const grammar = (): readonly (readonly [example: string, meaning: string])[] => [
  ['water', i18n.t('filter.help.text')],
  ['"two words"', i18n.t('filter.help.quoted')],
  ['/do_\\d+/', i18n.t('filter.help.regex')],
  ...Object.values(filterKeyTexts()).map(({ example, summary }) => [example, summary] as const),
  ['edata.type:click', i18n.t('filter.help.path')],
  ['edata.duration:>60', i18n.t('filter.help.compared')],
  ['object.id:do_21*', i18n.t('filter.help.star')],
  ['kind:assess,response', i18n.t('filter.help.comma')],
  ['-page:admin', i18n.t('filter.help.minus')],
];

interface FilterHelpProps {
  readonly onTry: (example: string) => void;
  readonly onClose: () => void;
}

/** The dialog that explains the filter language. */
export function FilterHelp({ onTry, onClose }: FilterHelpProps) {
  return (
    <Dialog title={i18n.t('filter.title')} cancelLabel={i18n.t('common.close')} onCancel={onClose}>
      <p class="muted">{i18n.t('filter.syntaxIntro')}</p>
      <dl class="facts filter-help">
        {grammar().map(([example, meaning]) => (
          <>
            <dt>
              <button type="button" class="link mono" onClick={() => onTry(example)}>
                {example}
              </button>
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
