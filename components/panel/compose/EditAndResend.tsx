import { Icon } from '#components/kit/Icon.tsx';
import { useStores } from '#components/panel/app/stores.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { editAndResend } from './resend';

/** Opens the event of the details in Compose. */
export function EditAndResend({ record }: { readonly record: JudgedRecord }) {
  const stores = useStores();
  if (!record.kind) return null;
  const name = i18n.t('detail.editAndResend');
  return (
    <button
      type="button"
      class="button"
      aria-label={name}
      title={name}
      onClick={() => void editAndResend(stores, record)}
    >
      <Icon name="edit" size={13} />
      <span class="wide">{name}</span>
    </button>
  );
}
