import { fc, it as prop } from '@fast-check/vitest'
import { openVisitors } from '@shortlink/adapters/visitors'
import type { DeviceClass } from '@shortlink/core'
import { afterAll, describe, expect, it } from 'vitest'

const visitors = await openVisitors()
afterAll(() => visitors.close())

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

/** Device, browser with version, system with version; `-` for each that the agent does not name. */
const parsed = (userAgent: string) => {
  const { device, browser, os, bot } = visitors.agent(userAgent)
  expect(bot).toBe(device === 'bot')
  const words = (software: typeof browser) => (software ? `${software.name} ${software.version ?? '-'}` : '-')
  return [device, words(browser), words(os)]
}

describe('the agent', () => {
  it.each<[DeviceClass, browser: string, os: string, userAgent: string]>([
    [
      'desktop',
      'Chrome 142.0.0.0',
      'Windows 10',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    ],
    [
      'desktop',
      'Edge 131.0.2903.51',
      'Windows 10',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51`,
    ],
    [
      'desktop',
      'Opera 115.0.0.0',
      'Windows 10',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`,
    ],
    [
      'desktop',
      'Internet Explorer 11.0',
      'Windows 7',
      'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
    ],
    [
      'desktop',
      'Safari 18.1',
      'macOS 10.15.7',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ],
    [
      'desktop',
      'Vivaldi 7.0.3495.15',
      'macOS 10.15.7',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Vivaldi/7.0.3495.15`,
    ],
    [
      'desktop',
      'Firefox 132.0',
      'Linux -',
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    ],
    [
      'desktop',
      'Chrome 131.0.0.0',
      'Chrome OS -',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    ],
    ['mobile', 'Safari 18.1', 'iOS 18.1', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`],
    ['mobile', 'Chrome 142.0.7444.60', 'iOS 18.1', `${IPHONE} CriOS/142.0.7444.60 Mobile/15E148 Safari/604.1`],
    ['mobile', 'Firefox 132.0', 'iOS 18.1', `${IPHONE} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`],
    [
      'mobile',
      'Chrome 142.0.0.0',
      'Android 10',
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'mobile',
      'Samsung Internet 27.0',
      'Android 14',
      `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'mobile',
      'Opera Mini 36.2.2254',
      'Android -',
      'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
    ],
    [
      'tablet',
      'Safari 17.5',
      'iOS 17.5',
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ],
    [
      'tablet',
      'Chrome 131.0.0.0',
      'Android 14',
      `Mozilla/5.0 (Linux; Android 14; SM-X710) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    ],
    [
      'tablet',
      'Amazon Silk 118.2.1',
      'Android 11',
      `Mozilla/5.0 (Linux; Android 11; KFTRWI) ${WEBKIT} Silk/118.2.1 like Chrome/118.0.5993.155 Safari/537.36`,
    ],
    [
      'mobile',
      'Instagram 334.0.4.32.98',
      'iOS 18.1',
      `${IPHONE} Mobile/15E148 Instagram 334.0.4.32.98 (iPhone14,5; iOS 18_1; en_US; en; scale=3.00; 1170x2532; 604247854)`,
    ],
    [
      'mobile',
      'Facebook 487.0.0.37.108',
      'iOS 18.1',
      `${IPHONE} Mobile/22A3354 [FBAN/FBIOS;FBAV/487.0.0.37.108;FBBV/657846712;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.1]`,
    ],
    [
      'mobile',
      'Facebook 487.0.0.39.107',
      'Android 13',
      `Mozilla/5.0 (Linux; Android 13; SM-A536B; wv) ${WEBKIT} Version/4.0 Chrome/130.0.6723.58 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/487.0.0.39.107;]`,
    ],
    [
      'mobile',
      'Messenger 480.0.0.1',
      'iOS 18.1',
      `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/480.0.0.1;FBBV/1;FBDV/iPhone14,5]`,
    ],
    [
      'mobile',
      'TikTok 28.3.4',
      'Android 12',
      `Mozilla/5.0 (Linux; Android 12; Pixel 6; wv) ${WEBKIT} Version/4.0 Chrome/94.0.4606.71 Mobile Safari/537.36 trill_2022803040 JsSdk/1.0 AppName/musical_ly app_version/28.3.4`,
    ],
    ['mobile', 'LinkedIn 9.29.7137', 'iOS 18.1', `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.7137`],
    ['bot', 'Googlebot 2.1', '-', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    [
      'bot',
      'Googlebot 2.1',
      'Android 6.0.1',
      `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${WEBKIT} Chrome/130.0.6723.58 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    ],
    ['bot', 'Twitterbot 1.0', '-', 'Twitterbot/1.0'],
    ['bot', 'Discordbot 2.0', '-', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
    [
      'bot',
      'facebookexternalhit 1.1',
      '-',
      'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    ],
    ['bot', 'WhatsApp 2.23.20.0', '-', 'WhatsApp/2.23.20.0'],
    ['bot', 'curl 8.5.0', '-', 'curl/8.5.0'],
    [
      'bot',
      'GPTBot 1.2',
      '-',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    ],
    [
      'other',
      'Tizen -',
      'Tizen 6.0',
      `Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) ${WEBKIT} 76.0.3809.146/6.0 TV Safari/537.36`,
    ],
    [
      'other',
      'WebOS Browser -',
      'WebOS -',
      `Mozilla/5.0 (Web0S; Linux/SmartTV) ${WEBKIT} Chrome/87.0.4280.88 Safari/537.36 WebAppManager`,
    ],
    [
      'other',
      'Chrome 98.0.4758.101',
      'Android 9',
      `Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7633; wv) ${WEBKIT} Version/4.0 Chrome/98.0.4758.101 Mobile Safari/537.36`,
    ],
    [
      'other',
      'Chrome 108.0.0.0',
      'Android 12',
      `Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2) ${WEBKIT} Chrome/108.0.0.0 Safari/537.36`,
    ],
    [
      'other',
      'Safari 13.0',
      '-',
      'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
    ],
    [
      'other',
      'Edge 20.02',
      'Windows 10',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) ${WEBKIT} Chrome/48.0.2564.82 Safari/537.36 Edge/20.02`,
    ],
  ])('an agent is read as a %s with %s on %s: %s', (device, browser, os, userAgent) => {
    expect(parsed(userAgent)).toEqual([device, browser, os])
  })

  it.each([
    'Mozilla/5.0 (Linux; Android 7.0; M bot 60 Build/NRD90M; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/67.0.3396.87 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 6.0; en-us; power bot Build/MRA58K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/58.0.3029.83 Mobile Safari/537.36',
    `Mozilla/5.0 (Linux; Android 9; CUBOT NOTE 20) ${WEBKIT} Chrome/112.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 12; Radar Monitor X) ${WEBKIT} Chrome/112.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (X11; Linux x86_64; rv:60.0) Gecko/20100101 Waterfox/56.2',
    'Mozilla/5.0 (Nintendo 3DS; U; ; en) Version/1.7498.EU',
    'Mozilla/5.0 (compatible; Konqueror/4.5; Linux) KHTML/4.5.4 (like Gecko)',
    'Opera/9.80 (J2ME/MIDP; Opera Mini/4.2)',
    'Lynx/2.8.9rel.1 libwww-FM/2.14',
    'w3m/0.5.3+git20230121',
    'Nokia6300/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1',
    'UCWEB/2.0 (MIDP-2.0; U; Adr 4.4) U2/1.0.0 UCBrowser/9.4 U2/1.0.0 Mobile',
  ])('who browses with %s is a person', (userAgent) => {
    expect(visitors.agent(userAgent).bot).toBe(false)
  })

  it.each<[name: string, userAgent: string]>([
    ['Dalvik 2.1.0', 'Dalvik/2.1.0 (Linux; U; Android 9; SM-G960F Build/PPR1.180610.011)'],
    ['MyApp 1', 'MyApp/1 CFNetwork/1410.0.3 Darwin/22.6.0'],
    ['VLC 3.0.20', 'VLC/3.0.20 LibVLC/3.0.20'],
    ['AppleCoreMedia 1.0.0.21F90', 'AppleCoreMedia/1.0.0.21F90 (iPhone; U; CPU OS 17_5 like Mac OS X; en_us)'],
    ['ms-office -', 'ms-office'],
    ['MSOffice 16', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
    [
      'ms-office -',
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; ms-office)',
    ],
    ['Microsoft Office 16.0', 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Word 16.0.17328; Pro)'],
    [
      'Google-Read-Aloud -',
      'Mozilla/5.0 (compatible; Google-Read-Aloud; +https://example.com/overview-google-crawlers-fetchers)',
    ],
    ['Embedly 0.2', 'Mozilla/5.0 (compatible; Embedly/0.2; +http://example.com/bot.html)'],
    ['AhrefsBot 7.0', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
    ['Synapse -', 'Synapse (bot; +https://github.com/matrix-org/synapse)'],
    ['Pleroma 2.4.0', 'Pleroma 2.4.0; https://social.example <admin@bots.example>; Bot'],
    ['Mastodon 4.2.8', 'http.rb/5.1.1 (Mastodon/4.2.8; +https://social.example/) Bot'],
    [
      'Snap URL Preview Service -',
      'Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)',
    ],
    [
      'MicrosoftPreview 2.0',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/115.0.0.0 Safari/537.36 MicrosoftPreview/2.0 +https://aka.ms/MicrosoftPreview`,
    ],
    ['meta-externalagent 1.1', 'meta-externalagent/1.1 (+https://example.com/docs/webmasters/crawler)'],
    ['YandexBot 3.0', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
    ['- -', 'bot'],
    ['- -', 'Mozilla/5.0 (compatible; crawler)'],
  ])('%s is the program that calls itself %s', (name, userAgent) => {
    const { browser, device, bot } = visitors.agent(userAgent)
    expect([bot, device, `${browser?.name ?? '-'} ${browser?.version ?? '-'}`]).toEqual([true, 'bot', name])
  })

  prop.prop([
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2000 }),
      fc
        .array(
          fc.constantFrom(
            'Mozilla/5.0',
            'FBAN/',
            'FBAV/',
            'Windows NT',
            'bot',
            '/',
            '1.2',
            '(',
            ';',
            ')',
            'trill',
            ' ',
          ),
        )
        .map((parts) => parts.join('')),
    ),
  ])('any string is read as an agent without a throw', (userAgent) => {
    const { browser, os } = visitors.agent(userAgent)
    for (const software of [browser, os]) if (software) expect(software.name).not.toBe('')
  })
})
