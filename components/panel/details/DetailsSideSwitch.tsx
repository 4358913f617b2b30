import { ToolButton } from '#components/kit/Button.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { detailsSetting } from './details-settings';
import { useDetailsPosition } from './use-details-position';

/** Moves the details beside the list or below it, if there is room for both. */
export function DetailsSideSwitch() {
  const setting = useStore(detailsSetting);
  const { position, room } = useDetailsPosition();
  if (room !== 'free') return null;
  const other = position === 'right' ? 'below' : 'right';
  const move = () => {
    setting.set({ ...setting.value, side: other });
  };
  const name = other === 'right' ? i18n.t('detail.dockRight') : i18n.t('detail.dockBottom');
  return <ToolButton icon={other === 'right' ? 'dock-right' : 'dock-below'} name={name} onClick={move} />;
}
