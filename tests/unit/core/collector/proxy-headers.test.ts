import { expect, it } from 'vitest';
import { clientHeaders, upstreamHeaders } from '#core/collector/proxy-headers';
import { measureGrowth } from '#tests/fixtures/growth';

const upstream = 'https://learn.example';
const plain = { own: 'http://127.0.0.1:4330', upstream };
const secure = { own: 'https://10.0.0.5:4330', upstream };

it('the proxy replaces its own origin by the upstream’s in Host, Origin and Referer', () => {
  const headers = {
    host: '127.0.0.1:4330',
    origin: plain.own,
    referer: `${plain.own}/home?next=${plain.own}`,
    accept: '*/*',
  };
  expect(upstreamHeaders(headers, plain)).toEqual({
    host: 'learn.example',
    origin: upstream,
    referer: `${upstream}/home?next=${plain.own}`,
  });
});

it('the proxy forwards a cross-origin request with its original Referer and without Origin', () => {
  const headers = { origin: 'https://other.example', referer: 'https://other.example/' };
  expect(upstreamHeaders(headers, plain)).toEqual({ host: 'learn.example', referer: 'https://other.example/' });
});

it.each([
  ['https://learn.example/home?a=https://learn.example', 'http://127.0.0.1:4330/home?a=https://learn.example'],
  ['//learn.example/home', 'http://127.0.0.1:4330/home'],
  ['https://learn.example', 'http://127.0.0.1:4330'],
  ['https://LEARN.example:443/home', 'http://127.0.0.1:4330/home'],
  ['/home', '/home'],
  ['home?u=//learn.example', 'home?u=//learn.example'],
  ['https://learn.example.evil.example/', 'https://learn.example.evil.example/'],
  ['https://learn.example@evil.example/', 'https://learn.example@evil.example/'],
  ['http://learn.example/', 'http://learn.example/'],
  ['//', '//'],
])('the proxy sends the Location %s to the client as %s', (location, expected) => {
  expect(clientHeaders({ location }, plain)).toEqual({ location: expected });
});

it.each([
  ['5; url=https://learn.example/home', '5; url=http://127.0.0.1:4330/home'],
  ["0;URL = '//learn.example/a b'", "0;URL = 'http://127.0.0.1:4330/a b'"],
  ['0, https://learn.example/home', '0, http://127.0.0.1:4330/home'],
  ['1; url=/home', '1; url=/home'],
  ['1; url=https://other.example/?u=https://learn.example/', '1; url=https://other.example/?u=https://learn.example/'],
  ['30', '30'],
])('the proxy sends the Refresh %s to the client as %s', (refresh, expected) => {
  expect(clientHeaders({ refresh }, plain)).toEqual({ refresh: expected });
});

it.each([
  ['sid=1; Domain=learn.example; Path=/; Secure; HttpOnly', 'sid=1; Path=/; HttpOnly'],
  ['sid=1; domain=.example; SameSite=None; Secure; Partitioned', 'sid=1'],
  ['sid=1; SameSite=Lax', 'sid=1; SameSite=Lax'],
  ['sid=1; Domain=other.example', 'sid=1; Domain=other.example'],
  ['sid=1; Domain = .Learn.example ; Path=/', 'sid=1; Path=/'],
  ['__Host-sid=a=b; Path=/; Secure', 'proxied-Host-sid=a=b; Path=/'],
])('the proxy sets the cookie %s as %s over http', (cookie, expected) => {
  expect(clientHeaders({ 'set-cookie': [cookie] }, plain)).toEqual({ 'set-cookie': [expected] });
});

it('the proxy leaves a Secure cookie unchanged over https', () => {
  const cookie = '__Host-sid=1; Path=/; Secure; SameSite=None';
  expect(clientHeaders({ 'set-cookie': [cookie] }, secure)).toEqual({ 'set-cookie': [cookie] });
});

it('the proxy restores the __Host- and __Secure- prefixes of cookies for the upstream', () => {
  const cookie = 'a=1; proxied-Host-sid=2; proxied-Secure-x=3';
  expect(upstreamHeaders({ cookie }, plain)).toMatchObject({ cookie: 'a=1; __Host-sid=2; __Secure-x=3' });
});

it('the proxy removes or rewrites response headers that would lead the browser past the proxy or to https', () => {
  const headers = {
    'strict-transport-security': 'max-age=1',
    'alt-svc': 'h3=":443"',
    'access-control-allow-origin': upstream,
    'content-security-policy':
      "default-src 'self' https://learn.example; upgrade-insecure-requests; img-src *.example, script-src cdn.example",
    etag: '"1"',
  };
  expect(clientHeaders(headers, plain)).toEqual({
    'access-control-allow-origin': plain.own,
    'content-security-policy': `default-src 'self' https://learn.example ${plain.own}; img-src *.example ${plain.own}, script-src cdn.example`,
    etag: '"1"',
  });
});

it('a cookie of the upstream with many spaces in an attribute is adapted in linear time', () => {
  const origins = { own: 'http://localhost:4330', upstream: 'https://learn.example' };
  const adapt = (cookie: string) => clientHeaders({ 'set-cookie': [cookie] }, origins);
  expect(measureGrowth((size) => `a=1; b${' '.repeat(size)}c`, adapt, 8_000)).toBeLessThan(8);
  expect(adapt('a=1; SameSite = None; Path = /')['set-cookie']).toEqual(['a=1; Path = /']);
});
