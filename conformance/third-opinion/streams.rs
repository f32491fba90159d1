// ---- Streams -------------------------------------------------------------------------------------------------------------------------

/// The values of a stream, each with the offset of its end, and how the stream ends.
#[derive(PartialEq, Default)]
struct Streamed {
    values: Vec<(Vec<u8>, u64)>,
    end: String,
    /// True if a value was returned after more bytes than its own had arrived.
    late: bool,
}

fn ended(error: &StreamError) -> String {
    let offset = error.offset().unwrap_or_default();
    let start = error.start().unwrap_or_default();
    let name = match error {
        StreamError::TooLong { .. } => "Too_long",
        StreamError::EndsEarly { .. } => "Ends_early",
        StreamError::Decode { error, .. } => error.kind().name(),
        _ => "another",
    };
    format!(r#""end":"{name}","start":{start},"offset":{offset}"#)
}

/// The settings of all streams.
const SETTINGS: StreamSettings = StreamSettings::new().with_revision(NEWEST);

/// Feeds chunks of a stream to a decoder.
fn fed<T: Subject>(bytes: &[u8], chunk: usize, settings: StreamSettings) -> Streamed {
    let Ok(mut decoder) = StreamDecoder::<T>::try_new(settings) else { return Streamed::default() };
    let (mut chunks, mut arrived, mut streamed) = (bytes.chunks(chunk), 0u64, Streamed::default());
    let mut has_ended = false;
    loop {
        match decoder.next_value() {
            Ok(Some(value)) => {
                streamed.late |= chunk == 1 && (arrived != decoder.offset() || !decoder.unread().is_empty());
                streamed.values.push((NEWEST.encode(&value).unwrap_or_default(), decoder.offset()));
            }
            Ok(None) if decoder.is_over() => {
                streamed.end = format!(r#""end":"end","start":{0},"offset":{0}"#, decoder.offset());
                return streamed;
            }
            Ok(None) if has_ended => {
                streamed.end = String::from(r#""end":"no end""#);
                return streamed;
            }
            Ok(None) => match chunks.next() {
                Some(chunk) => {
                    arrived += chunk.len() as u64;
                    decoder.feed(chunk);
                }
                None => {
                    has_ended = true;
                    decoder.end();
                }
            },
            Err(error) => {
                streamed.end = ended(&error);
                if !decoder.is_over() || !matches!(decoder.next_value(), Ok(None)) {
                    streamed.end.push_str(r#","again":true"#);
                }
                return streamed;
            }
        }
    }
}

/// A source of at most 3 bytes at a time.
struct Source<'a>(&'a [u8]);

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.0.len()).min(3);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Reads a stream from a source.
fn read_from<T: Subject>(bytes: &[u8]) -> Streamed {
    let (mut values, mut streamed) = (Values::<_, T>::with_settings(Source(bytes), SETTINGS), Streamed::default());
    while let Some(value) = values.next() {
        match value {
            Ok(value) => streamed.values.push((NEWEST.encode(&value).unwrap_or_default(), values.offset())),
            Err(error) => {
                streamed.end = ended(&error);
                return streamed;
            }
        }
    }
    streamed.end = format!(r#""end":"end","start":{0},"offset":{0}"#, values.offset());
    streamed
}

/// Finds the ends of values with the schema alone.
fn framed(encoding: &'static Encoding, bytes: &[u8]) -> Vec<u64> {
    let Ok(mut framer) = Framer::new(encoding, SETTINGS) else { return Vec::new() };
    let (mut start, mut ends) = (0, Vec::new());
    for arrived in 0..=bytes.len() {
        while let Ok(Some(size)) = framer.next_value(&bytes[start..arrived], false) {
            start += size;
            ends.push(framer.offset());
        }
    }
    ends
}

/// What the readers of streams make of bytes.
fn stream<T: Subject>(bytes: &[u8]) -> String {
    let first = fed::<T>(bytes, 1, SETTINGS);
    let mut disagrees = String::new();
    let mut check = |agrees: bool, name: &str| if !agrees { write!(disagrees, "{name} ").unwrap() };
    let whole = fed::<T>(bytes, bytes.len().max(1), SETTINGS);
    check(whole.values == first.values && whole.end == first.end, "all bytes at once");
    let source = read_from::<T>(bytes);
    check(source.values == first.values && source.end == first.end, "from a source");
    let sizes: Vec<_> = first.values.iter().scan(0, |start, (_, end)| Some(*end - std::mem::replace(start, *end))).collect();
    if let Some(longest) = sizes.iter().max().map(|longest| *longest as usize) {
        let at = sizes.iter().position(|size| *size as usize == longest).unwrap();
        let exact = fed::<T>(bytes, 1, SETTINGS.with_value_max_bytes(longest));
        check(exact.values == first.values, "the least limit of a value");
        if longest > 1 {
            let less = fed::<T>(bytes, 1, SETTINGS.with_value_max_bytes(longest - 1));
            check(less.values.len() == at && less.end.contains("Too_long"), "a limit of one byte less");
        }
        let heaps: Vec<_> = first.values.iter().map(|(_, end)| *end as usize).scan(0, |start, end| {
            let value = &bytes[std::mem::replace(start, end)..end];
            let heap = HeapBudget::new(1 << 40);
            NEWEST.decode_within::<T>(value, Limits::default(), &heap).ok()?;
            Some((1 << 40) - heap.left())
        }).collect();
        let most = *heaps.iter().max().unwrap();
        let at = heaps.iter().position(|heap| *heap == most).unwrap();
        let exact = fed::<T>(bytes, 1, SETTINGS.with_value_heap_max_bytes(most));
        check(exact.values == first.values, "the least budget of a value");
        let less = fed::<T>(bytes, 1, SETTINGS.with_value_heap_max_bytes(most - 1));
        check(less.values.len() == at && less.end.contains("Heap_exceeded"), "a budget of one byte less");
    }
    let values: Vec<_> = first.values.iter().map(|(value, end)| format!(r#"["{}",{end}]"#, hex(value))).collect();
    format!(r#"{{"values":[{}],{},"late":{},"disagrees":"{disagrees}"}}"#, values.join(","), first.end, first.late)
}

/// Why values of a type cannot follow one another.
fn unstreamable<T: Subject>(_: &[u8]) -> String {
    match StreamDecoder::<T>::try_new(SETTINGS) {
        Ok(_) => failed("the type can be streamed"),
        Err(reason) => failed(&format!("{reason:?}")),
    }
}
