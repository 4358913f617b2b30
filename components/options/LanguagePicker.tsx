import { Icon } from '#components/kit/Icon.tsx';
import { i18n } from '#i18n';
import { LANGUAGE_CHOICES, LANGUAGE_NAMES, type LanguageChoice } from '#i18n/language';

interface LanguagePickerProps {
  readonly choice: LanguageChoice;
  readonly onChoose: (choice: LanguageChoice) => void;
}

/** The language of all pages of the extension. Each stands in its own, so that who speaks it finds it. */
export function LanguagePicker({ choice, onChoose }: LanguagePickerProps) {
  const choose = (value: string) => {
    const chosen = LANGUAGE_CHOICES.find((each) => each === value);
    if (chosen !== undefined) onChoose(chosen);
  };
  return (
    <label class="language-picker">
      {i18n.t('options.language.title')}
      <span class="select">
        <select value={choice} onChange={(event) => choose(event.currentTarget.value)}>
          {LANGUAGE_CHOICES.map((each) => (
            <option key={each} value={each} lang={each === 'browser' ? undefined : each}>
              {each === 'browser' ? i18n.t('options.language.browser') : LANGUAGE_NAMES[each]}
            </option>
          ))}
        </select>
        <Icon name="down" size={13} />
      </span>
    </label>
  );
}
