import { useEffect, useState } from 'preact/hooks';
import { useStore } from '#components/panel/app/stores.ts';
import { detailsPosition, detailsSetting } from './details-settings';

const medium = '(max-width: 1060px)';
const narrow = '(max-width: 700px)';

type Room = Parameters<typeof detailsPosition>[1];

/** Where the details stand, as the user chose and as there is room for. */
export function useDetailsPosition(): {
  readonly place: 'right' | 'below';
  readonly room: Room;
} {
  const setting = useStore(detailsSetting);
  const [room, setRoom] = useState(roomNow);
  useEffect(() => {
    const queries = [medium, narrow].map((query) => matchMedia(query));
    const look = () => setRoom(roomNow());
    for (const query of queries) query.addEventListener('change', look);
    look();
    return () => {
      for (const query of queries) query.removeEventListener('change', look);
    };
  }, []);
  return { place: detailsPosition(setting.value.side, room), room };
}

function roomNow(): Room {
  if (matchMedia(narrow).matches) return 'narrow';
  return matchMedia(medium).matches ? 'medium' : 'wide';
}
