import { describe, expect, it } from 'vitest';
import {
  defaultDeliverySettings,
  readOut,
  sendsToken,
  withEndpoint,
  withToken,
} from '#components/panel/compose/target/delivery-settings.ts';

const HTTPS = 'https://collector.example.org/v1/telemetry';
const allowed = withToken({ ...defaultDeliverySettings, endpoint: HTTPS }, true);

describe('the token at a collector', () => {
  it('is sent to the origin that it was allowed for, and to no other', () => {
    expect(sendsToken(allowed)).toBe(true);
    expect(sendsToken({ ...allowed, endpoint: 'https://collector.example.org/content/data' })).toBe(true);
    expect(sendsToken({ ...allowed, endpoint: 'https://collector.example.org.evil.test/' })).toBe(false);
    expect(sendsToken({ ...allowed, endpoint: '' })).toBe(false);
    expect(sendsToken(withToken(allowed, false))).toBe(false);
  });

  it('is forgotten as soon as the URL names another origin', () => {
    const elsewhere = withEndpoint(allowed, 'https://other.example.org/');
    expect(sendsToken(withEndpoint(elsewhere, HTTPS))).toBe(false);
    expect(sendsToken(withEndpoint(allowed, `${HTTPS}/other`))).toBe(true);
  });

  it.each([
    ['allowed by an earlier version for any host', { ...defaultDeliverySettings, endpoint: HTTPS, asEntity: true }],
    ['stored for another origin', { ...allowed, tokenOrigin: 'https://other.example.org' }],
    ['damaged', { ...allowed, tokenOrigin: 7 }],
  ])('is not sent where the settings were %s', (_what, stored) => {
    expect(sendsToken(readOut(stored))).toBe(false);
  });

  it('is still sent by the next panel', () => {
    expect(sendsToken(readOut(JSON.parse(JSON.stringify(allowed))))).toBe(true);
  });
});
