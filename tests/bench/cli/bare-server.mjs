import { createServer } from 'node:http';

/** Lower bound for a collector: a server that only reads and parses the body of each request. */
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { events } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ events: events.length }));
  });
});
server.listen(0, '127.0.0.1', () => console.error(`http://127.0.0.1:${server.address().port}`));
