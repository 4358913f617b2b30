import type { DefinitionTexts } from './texts-by-english';

const FREE_OBJECT = 'खुला object: दस्तावेज़ में कोई key नहीं दी गई है, इसलिए किसी key पर सूचना नहीं दी जाती।';
const DEFAULT_AND_REQUIRED = 'ज़रूरी भी है और डिफ़ॉल्ट भी है: न हो, तो डिफ़ॉल्ट लागू होता है और सूचना दी जाती है।';
const CLOSED_LIST = 'दस्तावेज़ में “One of” लिखे बिना पूरी सूची दी गई है: फिर भी इसे पूरी सूची माना जाता है।';
const OPEN_LIST = 'सूची में “One of” नहीं लिखा है और असली साइटें दूसरी value भी भेजती हैं: दूसरी value पर सूचना दी जाती है।';
const EDATA_LEVEL = 'edata का स्तर ज़रूरी है। न हो, तो एक finding होती है।';

/** The definitions in Hindi, by kind and by the path of the field. */
export const hindiDefinitions: DefinitionTexts = {
  kinds: {
    start: {
      summary: 'User content देखना या game खेलना शुरू करता है।',
      reading: 'start, section 6 में दिए अपने signature के चार argument लेता है, section 2.3 का एक argument नहीं।',
      fields: {
        config: ['Config object।', FREE_OBJECT],
        contentId: ['Content ID।'],
        contentVer: ['Content का version।', DEFAULT_AND_REQUIRED],
        'data.type': ['क्या शुरू हुआ।'],
        'data.mode': ['किस mode में शुरू हुआ।'],
        'data.stageid': ['जिस stage से खेलना शुरू हुआ, उसका ID।'],
      },
    },
    impression: {
      summary: 'किसी पेज पर visit।',
      fields: {
        'data.type': ['पेज का type।'],
        'data.subtype': ['अतिरिक्त subtype।'],
        'data.pageid': ['पेज का unique ID।'],
        'data.itype': ['Interaction का type; SCRUB यानी पेज के thumbnail से तेज़ी से आगे बढ़ना।', CLOSED_LIST],
        'data.stageto': ['जिस game level पर, या पेज ID के जिस stage पर navigate किया गया।'],
      },
    },
    interact: {
      summary: 'पेज पर interaction: खोजना, क्लिक करना, preview, जगह बदलना, आकार बदलना, configure करना।',
      fields: {
        'data.type': ['Interaction का type।'],
        'data.subtype': [
          'Global type के लिए अतिरिक्त type।',
          'सिर्फ़ LISTEN के लिए सूची तय है; बाकी हर type के लिए कोई भी value हो सकती है।',
        ],
        'data.id': ['जिस resource (button, screen, पेज) के साथ interaction हुआ, उसका ID।'],
        'data.pageid': ['Stage या पेज का ID।'],
        'data.extra': ['अतिरिक्त attribute।', 'इसके चार attribute दिए गए हैं, इसलिए किसी और attribute पर सूचना दी जाती है।'],
        'data.extra.pos': ['Position; drag and drop में दो होती हैं।'],
        'data.extra.pos.*.z': ['', 'x और y ज़रूरी हैं; z न भी हो सकता है।'],
        'data.extra.values': ['Value, जैसे audio interaction के timestamp।'],
        'data.extra.tid': ['कई resource शामिल हों, तो target resource का ID।'],
        'data.extra.uri': ['बाहरी resource का identifier (रिकॉर्ड की गई आवाज़, चित्र)।'],
      },
      rules: {
        'data.subtype': ['data.type LISTEN हो, तो इनमें से एक: PLAY, PAUSE, STOP, RESUME, END।'],
        'data.extra.pos': ['data.type DRAG या DROP हो, तो 2 item।'],
      },
    },
    assess: {
      summary: 'Content देखते समय किया गया assessment।',
      fields: {
        'data.item': ['प्रश्न का डेटा।'],
        'data.item.id': ['प्रश्न का unique ID।'],
        'data.item.maxscore': ['User का तय किया हुआ प्रश्न का score।'],
        'data.item.exlength': ['अपेक्षित समय, सेकंड में।'],
        'data.item.params': ['Parameter tuple, जैसे बदला गया variable।'],
        'data.item.uri': ['बाहरी resource का identifier।'],
        'data.item.desc': ['छोटा विवरण।'],
        'data.item.title': ['शीर्षक।'],
        'data.item.mmc': ['User के तय किए हुए missing micro concept।'],
        'data.item.mc': ['Micro concept।'],
        'data.pass': ['Yes या No, case-sensitive।', DEFAULT_AND_REQUIRED],
        'data.score': ['मूल्यांकन का score, 0 से 1 के बीच।', DEFAULT_AND_REQUIRED],
        'data.resvalues': ['Child answer (assessment का नतीजा)।'],
        'data.duration': ['लगा समय, सेकंड में।'],
      },
      rules: {
        'data.score': [
          'pass से मेल खाना चाहिए: Yes के साथ 0 नहीं, और No के साथ 1 नहीं।',
          'score, maxscore से ज़्यादा नहीं होना चाहिए।',
        ],
      },
      defaults: { 'data.score': 'pass Yes हो तो 1, No हो तो 0' },
    },
    response: {
      summary: 'Poll, calendar event या प्रश्न पर user का response।',
      fields: {
        'data.target': ['Response का target।'],
        'data.target.id': ['Target का ID।'],
        'data.target.ver': ['Target का version।'],
        'data.target.type': ['Target का type।'],
        'data.target.parent': ['Target का parent।'],
        'data.target.parent.id': ['Parent का ID।'],
        'data.target.parent.type': ['Parent का type; उसका ID हो, तो ज़रूरी।'],
        'data.qid': ['प्रश्न का unique ID।'],
        'data.type': ['Response का type।'],
        'data.values': [
          'Response tuple, जैसे rhs से मिलाया गया lhs।',
          '“Single” नहीं लिखा है: एक tuple में कई key हो सकती हैं।',
        ],
      },
      rules: { 'data.target.parent.type': ['data.target.parent.id हो, तो ज़रूरी।'] },
    },
    interrupt: {
      summary: 'रुकावट: screen lock, आती हुई call, app का background में जाना।',
      fields: {
        'data.type': ['रुकावट का type।'],
        'data.pageid': ['जिस stage या पेज पर रुकावट आई, उसका ID।'],
        'data.eventid': ['Event का unique ID।'],
      },
    },
    feedback: {
      summary: 'User का feedback।',
      fields: {
        'data.contentId': ['Content ID।'],
        'data.rating': [
          'Score: +1 पसंद, -1 नापसंद, या star rating।',
          'Like और star एक ही field में हैं और कोई सीमा नहीं दी गई है: कोई भी finite number।',
        ],
        'data.comments': ['Feedback का टेक्स्ट।'],
      },
    },
    share: {
      summary: 'Content, telemetry डेटा, link या फ़ाइल share करना।',
      fields: {
        'data.dir': ['दिशा।', CLOSED_LIST],
        'data.type': ['किस माध्यम से।', CLOSED_LIST],
        'data.items': ['Share किए गए item।'],
        'data.items.*.obj': ['Share किया गया object।'],
        'data.items.*.obj.id': ['उसका ID।'],
        'data.items.*.obj.type': ['उसका type।'],
        'data.items.*.obj.ver': ['उसका version।'],
        'data.items.*.params': ['Parameter।'],
        'data.items.*.origin': ['Share किए गए item का मूल।'],
        'data.items.*.origin.id': ['उसका ID।'],
        'data.items.*.origin.type': ['उसका type।'],
        'data.items.*.to': ['पाने वाला।'],
        'data.items.*.to.id': ['उसका ID।'],
        'data.items.*.to.type': ['उसका type।'],
      },
    },
    audit: {
      summary: 'Object में बदलाव, life cycle के बदलाव समेत।',
      reading: EDATA_LEVEL,
      fields: {
        'data.edata.props': ['बदली गई property।'],
        'data.edata.state': ['मौजूदा state।'],
        'data.edata.prevstate': ['पिछला state।'],
      },
    },
    error: {
      summary: 'Content देखते या game खेलते समय user के सामने आई त्रुटि।',
      reading: 'Argument का नाम error है, जैसा section 6 में उसके अपने signature में है।',
      fields: {
        'error.err': ['त्रुटि का code।'],
        'error.errtype': ['त्रुटि का type।'],
        'error.stacktrace': ['त्रुटि का विस्तृत डेटा या stack trace।'],
      },
    },
    heartbeat: {
      summary: 'कोई process चल रही है।',
      fields: {
        'data.edata': [
          'खाली object।',
          'edata का स्तर ज़रूरी है। उसे खाली बताया गया है, इसलिए उसकी हर key पर सूचना दी जाती है।',
        ],
      },
    },
    log: {
      summary: 'सामान्य event: API call, service call, app update।',
      fields: {
        'data.type': ['Log का type।'],
        'data.level': ['Log level।'],
        'data.message': ['Log का संदेश।'],
        'data.params': ['अतिरिक्त parameter।'],
      },
    },
    search: {
      summary: 'Content, item या asset की खोज।',
      fields: {
        'data.type': ['क्या खोजा गया।', OPEN_LIST],
        'data.query': ['Query string।'],
        'data.filters': ['अतिरिक्त filter।', FREE_OBJECT],
        'data.sort': ['Sort के parameter।', FREE_OBJECT],
        'data.correlationid': ['Server का बनाया correlation ID (mobile app की telemetry के लिए)।'],
        'data.size': ['खोज के नतीजों की संख्या।', 'दस्तावेज़ में long नहीं, number लिखा है: पूर्ण संख्या होना ज़रूरी नहीं।'],
        'data.topn': ['पहले N नतीजे (N configure किया जा सकता है), उनके score के साथ।'],
      },
      rules: { 'data.topn': ['topn में size से ज़्यादा नतीजे नहीं होने चाहिए।'] },
    },
    metrics: {
      summary: 'किसी service के business metric, जो health API से भी मिलते हैं।',
      fields: {
        'data.edata': [
          'Metric के नाम और उनकी पूर्ण संख्याएँ।',
          'edata का स्तर ज़रूरी है; खाली map मान्य है, और हर value पूर्ण संख्या होती है, null नहीं।',
        ],
      },
    },
    summary: {
      summary: 'Session का सारांश।',
      reading: EDATA_LEVEL,
      fields: {
        'data.edata.type': ['Type, कोई भी टेक्स्ट।'],
        'data.edata.mode': ['Mode।'],
        'data.edata.starttime': ['App शुरू होने का epoch timestamp, पहले event से लिया गया।'],
        'data.edata.endtime': ['App बंद होने का epoch timestamp, आखिरी event से लिया गया।'],
        'data.edata.timespent': ['Visitor के बिताए सेकंड, idle समय छोड़कर।'],
        'data.edata.pageviews': ['हर session के page view (page impression की संख्या)।'],
        'data.edata.interactions': ['interact event की संख्या।'],
        'data.edata.envsummary': ['हर environment का।'],
        'data.edata.envsummary.*.env': ['Environment।', OPEN_LIST],
        'data.edata.envsummary.*.timespent': ['उसमें बिताए सेकंड।'],
        'data.edata.envsummary.*.visits': ['उसके visit।'],
        'data.edata.eventssummary': ['हर event का।'],
        'data.edata.eventssummary.*.id': ['Event ID, जैसे start, end या interact event का code।'],
        'data.edata.eventssummary.*.count': ['उनकी संख्या।'],
        'data.edata.pagesummary': ['हर पेज का।'],
        'data.edata.pagesummary.*.id': ['पेज का ID।'],
        'data.edata.pagesummary.*.type': ['पेज का type।', OPEN_LIST],
        'data.edata.pagesummary.*.env': ['पेज का environment।'],
        'data.edata.pagesummary.*.timespent': ['उस पर बिताए सेकंड।'],
        'data.edata.pagesummary.*.visits': ['उसके visit।'],
      },
      rules: {
        'data.edata.endtime': ['starttime से पहले का नहीं होना चाहिए।'],
        'data.edata.timespent': [
          'starttime से endtime तक के समय से ज़्यादा नहीं होना चाहिए, rounding को छोड़कर (हर event पर 0.005 s)।',
        ],
      },
    },
    exdata: {
      summary: 'Content चलते समय मिला बाहरी डेटा: partner डेटा, xAPI statement।',
      fields: {
        'data.type': ['Type, कोई भी टेक्स्ट।', 'दस्तावेज़ में exdata के ज़रूरी field की तालिका नहीं है। Field वैकल्पिक माना जाता है।'],
        'data.data': [
          'Serialize किया गया (encrypted, encoded या stringified) डेटा।',
          'दस्तावेज़ में payload की key का नाम नहीं दिया गया है। SDK data नाम की string भेजते हैं; दूसरी key पर सूचना दी जाती है।',
        ],
      },
    },
    end: {
      summary: 'Content या game बंद करना या उससे बाहर जाना।',
      fields: {
        'data.contentId': ['Content ID।'],
        'data.type': ['क्या खत्म हुआ।'],
        'data.duration': ['शुरू से अंत तक के कुल सेकंड।'],
        'data.pageid': ['जिस पेज या stage पर end हुआ, उसका ID।'],
        'data.summary': ['शुरू से अंत तक के action का सारांश, जैसे player session की प्रगति।'],
      },
    },
  },

  envelope: {
    eid: ['Event ID।'],
    ets: ['Event का समय, 1970 से milliseconds में।'],
    ver: ['Event format का version।'],
    mid: ['Message ID।'],
    actor: ['Event किसने या किस चीज़ ने बनाया।'],
    'actor.id': ['Actor का ID।'],
    'actor.type': ['Actor का type।'],
    context: ['Event कहाँ बना।'],
    'context.channel': ['Channel का नाम।'],
    'context.env': ['Environment का नाम।'],
    'context.pdata.id': ['Event बनाने वाले system का ID।'],
    'context.cdata.*.type': ['जुड़ी हुई चीज़ का type।'],
    'context.cdata.*.id': ['जुड़ी हुई चीज़ का ID।'],
    edata: ['Event का डेटा।'],
  },

  types: {
    string: 'string',
    number: 'number',
    'whole number': 'पूर्ण संख्या',
    boolean: 'boolean',
    object: 'object',
    array: 'array',
    any: 'कोई भी value',
    value: 'value',
    'array of strings': 'string का array',
    'array of objects': 'object का array',
    'array of single key-value objects': 'एक-एक key-value वाले object का array',
    'object with exactly one key': 'ठीक एक key वाला object',
  },

  headlines: {
    results: 'नतीजे',
    rating: 'rating',
    views: 'view',
    value: 'value',
    values: 'value',
    item: 'item',
    items: 'item',
    prop: 'property',
    props: 'property',
    field: 'field',
    fields: 'field',
    empty: 'खाली',
    metric: 'metric',
    metrics: 'metric',
    character: 'अक्षर',
    characters: 'अक्षर',
    s: 's',
  },

  emptyString: '"" (खाली string)',

  readings: {
    Lists: [
      'सूचियाँ',
      'जहाँ दस्तावेज़ में “One of” लिखा है या पूरी सूची दी गई है, वहाँ सिर्फ़ वही value चलती हैं। जहाँ “e.g.” या “such as” लिखा है, वहाँ कोई भी दूसरी value उतनी ही सही है।',
    ],
    'Letter case': ['छोटे-बड़े अक्षर', 'Value case-sensitive हैं। सिर्फ़ छोटे-बड़े अक्षर का अंतर हो, तो finding यह बताती है।'],
    null: [
      'null',
      'वैकल्पिक field में इसका मतलब है कि field नहीं है, ज़रूरी field में कि वह missing है; array के अंदर यह गलत type है।',
    ],
    'Empty strings': [
      'खाली string',
      'मौजूद मानी जाती है; field ID हो, तो सूचना दी जाती है। तय सूची में खाली string सूची से बाहर है।',
    ],
    'Required with a default': [
      'डिफ़ॉल्ट के साथ ज़रूरी',
      'Field न हो, तो डिफ़ॉल्ट लागू होता है, और सूचना बताती है कि उसका इस्तेमाल हुआ।',
    ],
    'Key-value objects': ['Key-value object', 'कोई भी object; “single” key-value object में ठीक एक key होती है।'],
    Numbers: [
      'संख्याएँ',
      'long पूर्ण संख्या है; double, decimal और number कोई भी finite number हैं। Duration, count या size ऋणात्मक हो, तो सूचना दी जाती है।',
    ],
    'Fields that are not listed': [
      'जो field सूची में नहीं हैं',
      'सूचना दी जाती है। config, filters, sort, pair और metrics के map में नहीं, क्योंकि वे खुले object हैं।',
    ],
    'Fields that contradict each other': [
      'एक-दूसरे के विरोधी field',
      'सूचना दी जाती है: अलग-अलग देखें, तो हर field दस्तावेज़ के अनुसार है। Error सिर्फ़ वहाँ, जहाँ दस्तावेज़ कोई शर्त रखता है।',
    ],
    'Arguments that are not listed': [
      'जो argument सूची में नहीं हैं',
      'हर एक पर सूचना दी जाती है। SDK आखिरी argument के रूप में जो options लेते हैं, उन्हें “SDK के options” बताया जाता है।',
    ],
  },
};
