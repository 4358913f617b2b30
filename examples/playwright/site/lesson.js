/* global $t */
const pages = ['Rain falls.', 'Rivers run to the sea.', 'The sun lifts the water.'];
let index = 0;

$t.initialize({
  channel: 'example',
  env: 'lesson',
  did: 'device-1',
  uid: 'reader-1',
  sid: 'session-1',
  pdata: { id: 'example.lesson', ver: '1.0', pid: 'web' },
  host: 'https://telemetry.example.org',
  endpoint: '/v1/telemetry',
  batchsize: 5,
});
$t.start({}, 'water-cycle', '1.0', { type: 'player', mode: 'play', stageid: 'rain' });
$t.impression({ type: 'view', pageid: 'lesson' });

document.querySelector('#next').addEventListener('click', () => {
  index = (index + 1) % pages.length;
  document.querySelector('#page').textContent = pages[index];
  $t.interact({ type: 'TOUCH', id: 'next', pageid: 'lesson', extra: { values: [{ page: index + 1 }] } });
});
document.querySelector('#finish').addEventListener('click', () => {
  $t.end({ contentId: 'water-cycle', type: 'player', pageid: 'lesson', duration: performance.now() / 1000 });
});
addEventListener('pagehide', () => $t.syncEvents());
