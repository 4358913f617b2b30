import { createReadStream } from 'node:fs';

/**
 * The reference for the command line: `JSON.parse` of each line of a file.
 * The file is read and split like by the command line.
 */
const [, , file] = process.argv;
const LINE_FEED = 0x0a;
let pendingChunks = [];
for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
  const end = chunk.lastIndexOf(LINE_FEED);
  if (end === -1) {
    pendingChunks.push(chunk);
    continue;
  }
  const bytes = Buffer.concat([...pendingChunks, chunk.subarray(0, end + 1)]);
  pendingChunks = [chunk.subarray(end + 1)];
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(LINE_FEED, from);
    JSON.parse(bytes.toString('utf8', from, to));
    from = to + 1;
  }
}
