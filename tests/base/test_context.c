#include "base/context.h"

#include <stdio.h>
#include <string.h>

#include "support/allocator.h"
#include "support/test.h"

// What the message function received last.
typedef struct Received {
    int count;
    svSeverity severity;
    char text[1024];
} Received;

static void Receive(svSeverity severity, const char* text, void* user) {
    Received* const received = user;
    ++received->count;
    received->severity = severity;
    strncpy(received->text, text, sizeof(received->text) - 1);
}

static void TestCreateRefuses(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* const untouched = (svContext*)&allocator;
    svContext* context = untouched;
    svContextDef def = svDefaultContextDef();
    (void)state;
    assert_int_equal(svContext_Create(NULL, &context), SV_ERROR_ARGUMENT);
    assert_int_equal(svContext_Create(&def, NULL), SV_ERROR_ARGUMENT);
    def.structSize = 0;
    assert_int_equal(svContext_Create(&def, &context), SV_ERROR_ARGUMENT);
    def = svDefaultContextDef();
    def.allocator.allocate = TestAllocator_Hooks(&allocator).allocate;
    assert_int_equal(svContext_Create(&def, &context), SV_ERROR_ARGUMENT);
    def.allocator = TestAllocator_Hooks(&allocator);
    def.allocator.allocate = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_ERROR_ARGUMENT);
    def.allocator = TestAllocator_Hooks(&allocator);
    allocator.failAt = 0;
    assert_int_equal(svContext_Create(&def, &context), SV_ERROR_MEMORY);
    assert_ptr_equal(context, untouched);
    svContext_Destroy(NULL);
}

static void TestDefaultAllocator(void** state) {
    const svContextDef def = svDefaultContextDef();
    svContext* context = NULL;
    (void)state;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    assert_int_equal(svContext_BytesInUse(context), 0);
    assert_string_equal(svContext_LastError(context), "");
    void* memory = svContext_Allocate(context, 1000);
    assert_non_null(memory);
    memset(memory, 0xab, 1000);
    svContext_Release(context, memory);
    // Sizes that wrap around when a header or an alignment is added.
    assert_null(svContext_Allocate(context, SIZE_MAX));
    assert_null(svContext_Allocate(context, SIZE_MAX - 63));
    assert_null(svContext_Allocate(context, SIZE_MAX - 64));
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static void TestAllocate(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    void* blocks[40];
    (void)state;
    size_t asked = 0;
    for (size_t i = 0; i < 40; ++i) {
        blocks[i] = svContext_Allocate(context, i * i);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 64, 0);
        memset(blocks[i], (int)i, i * i);
        asked += i * i;
        assert_true(svContext_BytesInUse(context) >= asked);
    }
    for (size_t i = 0; i < 40; ++i) {
        for (size_t j = 0; j < i * i; ++j) {
            assert_int_equal(((const unsigned char*)blocks[i])[j], i);
        }
        svContext_Release(context, blocks[i]);
    }
    svContext_Release(context, NULL);
    assert_int_equal(svContext_BytesInUse(context), 0);
    assert_null(svContext_AllocateArray(context, SIZE_MAX / 4, 5));
    assert_null(svContext_AllocateArray(context, SIZE_MAX / 2 + 1, 2));
    void* empty = svContext_AllocateArray(context, SIZE_MAX, 0);
    assert_non_null(empty);
    svContext_Release(context, empty);
    allocator.failAt = 0;
    assert_null(svContext_Allocate(context, 1));
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
    // Every block went back with the size it was asked for.
    assert_int_equal(allocator.live, 0);
    assert_int_equal(allocator.liveBytes, 0);
    assert_false(allocator.misaligned);
}

static void TestGrow(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    void* data = NULL;
    size_t capacity = 0;
    (void)state;
    assert_int_equal(svContext_Grow(context, &data, &capacity, 0, 4), SV_OK);
    assert_null(data);
    const size_t before = allocator.allocations;
    for (uint32_t i = 0; i < 10000; ++i) {
        assert_int_equal(svContext_Grow(context, &data, &capacity, i + 1, sizeof(i)), SV_OK);
        assert_true(capacity > i);
        ((uint32_t*)data)[i] = i;
    }
    for (uint32_t i = 0; i < 10000; ++i) {
        assert_int_equal(((uint32_t*)data)[i], i);
    }
    // It doubles: a constant step would have allocated far more often.
    assert_true(allocator.allocations - before < 14);
    void* const oldData = data;
    const size_t oldCapacity = capacity;
    assert_int_equal(svContext_Grow(context, &data, &capacity, SIZE_MAX / 2, 4), SV_ERROR_MEMORY);
    assert_int_equal(svContext_Grow(context, &data, &capacity, SIZE_MAX, 1), SV_ERROR_MEMORY);
    allocator.failAt = 0;
    assert_int_equal(svContext_Grow(context, &data, &capacity, capacity + 1, 4), SV_ERROR_MEMORY);
    assert_ptr_equal(data, oldData);
    assert_int_equal(capacity, oldCapacity);
    assert_int_equal(((uint32_t*)data)[9999], 9999);
    svContext_Release(context, data);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static void TestMessages(void** state) {
    Received received = {0};
    svContextDef def = svDefaultContextDef();
    def.message = Receive;
    def.messageUser = &received;
    svContext* context = NULL;
    (void)state;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    svContext_Message(context, SV_WARNING, "face %d", 3);
    assert_int_equal(received.count, 1);
    assert_int_equal(received.severity, SV_WARNING);
    assert_string_equal(received.text, "face 3");
    assert_string_equal(svContext_LastError(context), "");
    assert_int_equal(svContext_Fail(context, SV_ERROR_MESH, "100% wrong"), SV_ERROR_MESH);
    assert_int_equal(received.severity, SV_ERROR);
    assert_string_equal(received.text, "100% wrong");
    assert_string_equal(svContext_LastError(context), "100% wrong");
    // A message may quote the one before it.
    svContext_Message(context, SV_ERROR, "again: %s", svContext_LastError(context));
    assert_string_equal(svContext_LastError(context), "again: 100% wrong");
    // A text that is too long is cut, not written past the end.
    char longText[2000];
    memset(longText, 'x', sizeof(longText));
    longText[sizeof(longText) - 1] = '\0';
    svContext_Message(context, SV_ERROR, "%s", longText);
    const size_t length = strlen(svContext_LastError(context));
    assert_true(length > 100 && length < 2000);
    assert_memory_equal(svContext_LastError(context), longText, length);
    svContext_Destroy(context);
}

static void TestStatusText(void** state) {
    (void)state;
    for (int i = 0; i < SV_STATUS_ENUM_COUNT; ++i) {
        const char* const text = svStatus_Text((svStatus)i);
        assert_string_not_equal(text, "unknown status");
        for (int j = 0; j < i; ++j) {
            assert_string_not_equal(text, svStatus_Text((svStatus)j));
        }
    }
    assert_string_equal(svStatus_Text(SV_STATUS_ENUM_COUNT), "unknown status");
    assert_string_equal(svStatus_Text((svStatus)77), "unknown status");
    char version[32];
    snprintf(version, sizeof(version), "%d.%d.%d", SV_VERSION_MAJOR, SV_VERSION_MINOR,
             SV_VERSION_PATCH);
    assert_string_equal(svVersion(), version);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestCreateRefuses), cmocka_unit_test(TestDefaultAllocator),
        cmocka_unit_test(TestAllocate),      cmocka_unit_test(TestGrow),
        cmocka_unit_test(TestMessages),      cmocka_unit_test(TestStatusText),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
