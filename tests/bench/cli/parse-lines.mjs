import { createReadStream } from 'node:fs';

/** `JSON.parse` of each line of a file, read and split as the command line does: what it is compared with. */
const [, , file] = process.argv;
const LINE_FEED = 0x0a;
let held = [];
for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
  const end = chunk.lastIndexOf(LINE_FEED);
  if (end === -1) {
    held.push(chunk);
    continue;
  }
  const bytes = Buffer.concat([...held, chunk.subarray(0, end + 1)]);
  held = [chunk.subarray(end + 1)];
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(LINE_FEED, from);
    JSON.parse(bytes.toString('utf8', from, to));
    from = to + 1;
  }
}
