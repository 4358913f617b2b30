import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { i18n } from '#i18n';
import { formatHosts } from './model/host-names';

/** State of “act as” in the tab on which the popup was opened. */
export interface ActingInTab {
  /** The log-in session whose token the tab's requests carry, or `null`. */
  readonly sessionId: string | null;
  /** Hosts of the page and of the registry. */
  readonly hosts: readonly string[];
}

interface ActInTabProps {
  readonly isOn: boolean;
  readonly hosts: readonly string[];
  readonly onChange: (isOn: boolean) => void;
}

/** The checkbox of “act as”, off by default. While it is on, the extension's button shows a badge on the tab. */
export function ActInTab({ isOn, hosts, onChange }: ActInTabProps) {
  return (
    <>
      <CheckBox className="check act-in-tab" hint={i18n.t('popup.actAs.hint')} checked={isOn} onChange={onChange}>
        {i18n.t('popup.actAs.label')}
      </CheckBox>
      <p class="muted act-scope">{i18n.t('popup.actAs.scope', { hosts: formatHosts(hosts) })}</p>
    </>
  );
}
