import { Dialog } from '#components/kit/Dialog.tsx';
import { i18n } from '#i18n';
import type { SiteQuestion } from './site-question';

interface SiteDialogProps {
  readonly question: SiteQuestion;
  readonly onClose: () => void;
}

/** Shown once for each site other than localhost, before the first event is fired there. */
export function SiteDialog({ question, onClose }: SiteDialogProps) {
  const { site, isOpaque, channel, endpoint, onConfirm } = question;
  return (
    <Dialog
      title={i18n.t('collector.confirmSite.title')}
      action={{ label: i18n.t('collector.confirmSite.confirm', { site }), onSelect: onConfirm }}
      cancelLabel={i18n.t('collector.confirmSite.cancel')}
      onCancel={onClose}
    >
      <p>
        {isOpaque
          ? i18n.t('collector.confirmSite.opaqueWarning', { site })
          : i18n.t('collector.confirmSite.warning', { site })}
      </p>
      <dl class="facts">
        <dt>{i18n.t('compose.site')}</dt>
        <dd>{site}</dd>
        <dt>{i18n.t('collector.channel')}</dt>
        <dd>{channel || i18n.t('collector.channelUnknown')}</dd>
        <dt>{i18n.t('collector.endpoint')}</dt>
        <dd>{endpoint || i18n.t('collector.endpointUnknown')}</dd>
      </dl>
    </Dialog>
  );
}
