// Phone numbers as the provider sends them.
import { expect } from 'chai';
import { readPhoneInfo } from '../../server/phone-number.ts';

const info = { purePhoneNumber: '13800138000', countryCode: '86', watermark: { appid: 'wx-mini' } };

describe('the provider’s phone number', () => {
  it('is read as E.164, with the app of its watermark', () => {
    for (const countryCode of ['86', '+86', 86])
      expect(readPhoneInfo({ ...info, countryCode })).to.deep.equal({ number: '+8613800138000', appId: 'wx-mini' });
  });

  const malformed: readonly (readonly [string, unknown])[] = [
    ['absent', undefined],
    ['without a country code', { ...info, countryCode: undefined }],
    ['with an empty country code', { ...info, countryCode: '' }],
    ['with a country code that begins with 0', { ...info, countryCode: '086' }],
    ['with spaces', { ...info, purePhoneNumber: '138 0013 8000' }],
    ['too long', { ...info, purePhoneNumber: '12345678901234' }],
    ['too short', { ...info, purePhoneNumber: '1234' }],
    ['without a watermark', { ...info, watermark: {} }],
  ];
  for (const [name, value] of malformed)
    it(`is undefined if it is malformed: ${name}`, () => expect(readPhoneInfo(value)).to.equal(undefined));
});
