import type { RuleId } from '#core/rules/reference/rule-anchor';

/** What the reference says of each rule, in Hindi. */
export const hindiRules: Readonly<Record<RuleId, readonly [title: string, meaning: string, fix: string]>> = {
  missing: [
    'ज़रूरी field सेट नहीं है',
    'Definition में यह field ज़रूरी है। Field न हो या null हो, दोनों में वह सेट नहीं माना जाता।',
    'Field में अपेक्षित type की value दें।',
  ],
  'missing-default': [
    'डिफ़ॉल्ट लागू होता है',
    'Definition में यह field ज़रूरी है और उसका डिफ़ॉल्ट भी है। Event पढ़ने वाले डिफ़ॉल्ट मान लेते हैं।',
    'Field सेट करें, या डिफ़ॉल्ट रहने दें।',
  ],
  'missing-with': [
    'दूसरे field के साथ ज़रूरी field',
    'दूसरा field सेट होते ही यह field भी ज़रूरी हो जाता है।',
    'दोनों field सेट करें, या दोनों नहीं।',
  ],
  'eid-missing': [
    'Event का type नहीं है',
    'Event में eid नहीं है, इसलिए उसमें और कुछ जाँचा नहीं जा सकता।',
    'eid में event के 17 type में से एक दें। SDK इसे method से सेट करते हैं।',
  ],
  'wrong-type': [
    'गलत type',
    'Value का JSON type definition से अलग है। String में लिखी संख्या string ही है, और JSON text भी।',
    'भेजने से पहले value को सही type में बदलें।',
  ],
  'not-one-pair': [
    'अकेला key-value जोड़ा नहीं है',
    'Definition में ऐसे object की सूची चाहिए जिनमें ठीक एक-एक key हो।',
    'हर जोड़े के लिए अलग object बनाएँ।',
  ],
  'eid-wrong-type': [
    'Event का type string नहीं है',
    'eid में event के type का नाम बड़े अक्षरों में होना चाहिए।',
    'eid में event के 17 type में से एक दें।',
  ],
  'not-an-event': [
    'Event नहीं है',
    'Batch में कुछ ऐसा है जो object नहीं है।',
    'जो code request का events array भरता है, उसे जाँचें।',
  ],
  'not-a-call': [
    'न call, न event',
    'फ़ाइल का एक item object नहीं है।',
    'हर item को call {"method", "args"} या event {"eid", …} के रूप में लिखें।',
  ],
  'neither-call-nor-event': [
    'Object में न method है, न eid',
    'फ़ाइल का एक item object है, पर उसमें न method है, न eid।',
    'हर item को call {"method", "args"} या event {"eid", …} के रूप में लिखें।',
  ],
  'arguments-not-array': [
    'Argument array में नहीं हैं',
    'फ़ाइल का एक item call है, पर उसका args array नहीं है।',
    'Argument को method के क्रम में array में रखें।',
  ],
  'not-a-kind': [
    'Event का अज्ञात type',
    'Method या eid, V3 के 17 type में से नहीं है। Event का बाकी हिस्सा जाँचा नहीं जा सकता।',
    'Event के 17 type में से एक लें। अपने डेटा के लिए EXDATA या LOG लें।',
  ],
  'not-listed': [
    'Value मान्य नहीं है',
    'Definition में इस field की value की पूरी सूची दी गई है। यह value उसमें नहीं है।',
    'सूची की वह value लें जिसका मतलब यही हो।',
  ],
  'letter-case': [
    'Value दूसरे letter case में है',
    'सूची की value case-sensitive हैं। यह value सूची की value से केवल छोटे-बड़े अक्षरों में अलग है।',
    'Value वैसे ही लिखें जैसे सूची में है।',
  ],
  'not-listed-for': [
    'दूसरे field के साथ value मान्य नहीं है',
    'दूसरे field की किसी value के साथ इस field की सूची तय है।',
    'सूची की कोई value लें, या दूसरा field बदलें।',
  ],
  'not-suggested': [
    'Value definition में नहीं दी गई है',
    'Definition में इस field की कुछ value दी गई हैं, पर यह नहीं लिखा कि और कोई नहीं हो सकती।',
    'दी गई कोई value ठीक बैठे, तो वही लें। नहीं तो अपनी रहने दें: event मान्य है।',
  ],
  'empty-string': [
    'String बहुत छोटी है',
    'Field में कम से कम एक अक्षर होना चाहिए।',
    'Field में ऐसी value दें जिससे event पहचाना जाए।',
  ],
  'empty-id': [
    'खाली identifier',
    'Field किसी चीज़ का नाम बताता है, पर वह खाली string है। Report में तब बिना नाम की row आती है।',
    'Identifier दें, या वैकल्पिक field सेट न करें।',
  ],
  'not-between': [
    'संख्या सीमा से बाहर है',
    'Definition में field की सीमाएँ दी गई हैं। संख्या उनसे बाहर है।',
    'संख्या को field की सीमाओं के बीच scale करें।',
  ],
  'below-recommended': [
    'संख्या असामान्य रूप से कम है',
    'ऐसी संख्या का कोई मतलब नहीं हो सकता: अवधि, गिनती या समय शून्य से कम है।',
    'देखें कि संख्या कैसे निकाली जाती है। अक्सर शुरू और अंत का समय आपस में बदल जाता है।',
  ],
  'unlisted-field': [
    'Field definition में नहीं है',
    'Definition में इस object के field दिए गए हैं, और यह उनमें नहीं है।',
    'Field हटाएँ, या उसे ऐसे field में भेजें जिसे definition खुला छोड़ती है।',
  ],
  'unlisted-field-case': [
    'Field का नाम दूसरे letter case में है',
    'Field के नाम case-sensitive हैं। यह नाम definition के नाम से केवल छोटे-बड़े अक्षरों में अलग है।',
    'नाम वैसे ही लिखें जैसे definition में है।',
  ],
  'extra-argument': [
    'अतिरिक्त argument',
    'Call में method के signature से ज़्यादा argument हैं। SDK अतिरिक्त argument को options मानते हैं।',
    'Argument हटाएँ।',
  ],
  'sdk-options': [
    'SDK के options',
    'Call का आखिरी argument SDK के options है। Definition में वे नहीं हैं, और SDK उन्हें स्वीकार करते हैं।',
    'वे चाहिए, तो कुछ न करें। दोनों पीढ़ी के SDK options को बाद के event के लिए भी रखते हैं।',
  ],
  'position-count': [
    'DRAG या DROP में दो position नहीं हैं',
    'DRAG और DROP में दो position होती हैं: जहाँ से drag शुरू हुआ और जहाँ खत्म हुआ।',
    'दोनों position भेजें, या interaction का दूसरा type लें।',
  ],
  'score-of-yes': [
    'पास हुए प्रश्न का score 0',
    'pass की value Yes है, और score 0 है।',
    'उत्तर को मिला score भेजें, या score सेट न करें: तब वह 1 होता है।',
  ],
  'score-of-no': [
    'फ़ेल हुए प्रश्न का पूरा score',
    'pass की value No है, और score 1 है।',
    'उत्तर को मिला score भेजें, या score सेट न करें: तब वह 0 होता है।',
  ],
  'score-above-maxscore': [
    'Score अधिकतम से ज़्यादा है',
    'score उसी प्रश्न के maxscore से ज़्यादा है।',
    'देखें कि दोनों में से कौन गलत है।',
  ],
  'topn-above-size': [
    'जितने मिले, उससे ज़्यादा नतीजे',
    'size के हिसाब से जितने नतीजे मिले, topn में उससे ज़्यादा हैं।',
    'size में सभी नतीजों की गिनती दें, एक पेज के नतीजों की नहीं।',
  ],
  'end-before-start': [
    'अंत शुरू से पहले है',
    'Summary का endtime उसके starttime से पहले है।',
    'देखें कि दोनों आपस में बदल तो नहीं गए, या अलग-अलग unit में तो नहीं हैं।',
  ],
  'timespent-above-span': [
    'जितना समय बीता, उससे ज़्यादा खर्च हुआ',
    'timespent, starttime से endtime तक के समय से ज़्यादा है। Pipeline की rounding की छूट दी गई है।',
    'timespent सेकंड में भेजें।',
  ],
  'other-actor': [
    'दूसरा actor',
    'इस tab में एक test entity सक्रिय है, और event में दूसरे actor का नाम है।',
    'देखें कि पेज SDK को कौन-सा user देता है, या popup में सही entity चुनें।',
  ],
  secret: [
    'Event में secret',
    'एक value token या पासवर्ड जैसी है: JSON Web Token, Authorization header, या ऐसी value वाला URL।',
    'Value को event से हटाएँ। Event भेजा जा चुका हो, तो token रद्द करें।',
  ],
  'secret-by-name': [
    'नाम से secret',
    'Field के नाम से पता चलता है कि उसकी value secret है: password, token, apiKey वगैरह।',
    'Field को event से हटाएँ। Event भेजा जा चुका हो, तो पासवर्ड बदलें या token रद्द करें।',
  ],
  'secret-maybe': [
    'शायद secret',
    'Field ऐसे object में है जिसके नाम से पता चलता है कि उसकी value secret हैं।',
    'देखें कि object में क्या है। Secret हो, तो उसे हटाएँ, नहीं तो उसे दूसरा नाम दें।',
  ],
  'secret-in-key': [
    'Field के नाम में secret',
    'Field का नाम token या पासवर्ड जैसा है।',
    'Object के लिए दूसरी key लें, जैसे user ID।',
  ],
  'ingestion-eid': [
    'Ingestion: event का अज्ञात type',
    'Ingestion pipeline में इस type का schema नहीं है, और वह event को drop करती है।',
    'Event के 17 type में से एक लें।',
  ],
  'ingestion-size': [
    'Ingestion: event बहुत बड़ा है',
    'Ingestion pipeline 1 MiB से बड़े event को drop करती है।',
    'कम भेजें: छोटा stack trace, कम item।',
  ],
  'ingestion-missing': [
    'Ingestion: ज़रूरी field सेट नहीं है',
    'Ingestion pipeline के schema में यह field ज़रूरी है, definition में चाहे जो हो।',
    'Field सेट करें।',
  ],
  'ingestion-extra': [
    'Ingestion: field की अनुमति नहीं है',
    'Ingestion pipeline के schema में object के field तय हैं। एक भी ज़्यादा हो, तो event drop होता है।',
    'Field हटाएँ। Definition में वह ज़रूरी हो, तो pipeline इस type के मान्य event नहीं ले सकती।',
  ],
  'ingestion-type': [
    'Ingestion: गलत type',
    'Value का type ingestion pipeline के schema से अलग है।',
    'भेजने से पहले value को सही type में बदलें।',
  ],
  'ingestion-small': [
    'Ingestion: value बहुत छोटी है',
    'Value खाली है, या ingestion pipeline के schema की न्यूनतम सीमा से कम है।',
    'Field में value दें।',
  ],
  'ingestion-list': [
    'Ingestion: value मान्य नहीं है',
    'Value ingestion pipeline के schema की तय सूची में नहीं है।',
    'सूची की कोई value लें।',
  ],
  'duplicate-mid': [
    'दोहराया गया mid',
    'पहले के एक event का mid यही है: वह दो बार भेजा गया, या 1 ms के अंदर दो एक जैसी call हुईं। Deduplicate करने वाले server इनमें से एक ही रखते हैं। Command line इसे --stream के साथ ढूँढती है।',
    'हर event एक ही बार भेजें। एक जैसी call अलग-अलग बनाएँ, या SDK की configuration में did सेट करें।',
  ],
  'unlisted-findings': [
    'सूची से ज़्यादा finding',
    'Event में एक ही severity की इतनी finding हैं कि सूची में सब नहीं आतीं। इसका code उस पहली finding का है जो सूची में नहीं आई।',
    'सूची की finding ठीक करें। बाकी अक्सर array के दूसरे item में वही होती हैं।',
  ],
};
