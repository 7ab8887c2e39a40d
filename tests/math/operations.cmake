# The operations of the wide headers, compiled once per instruction set as the kernels are, for the
# three tests that look at them.
set(operationSources operations_table.c wide_operations.c floats_operations.c shorts_operations.c)
list(TRANSFORM operationSources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
foreach(name ${SELVAGE_TARGETS})
    selvage_add_target_objects(test-operations-${name} ${name} ${operationSources})
    target_compile_options(test-operations-${name} PRIVATE ${SELVAGE_FLAGS_${name}})
endforeach()
foreach(test wide floats shorts)
    target_sources(test_math_${test} PRIVATE ${CMAKE_CURRENT_LIST_DIR}/operations.c)
    foreach(name ${SELVAGE_TARGETS})
        target_sources(test_math_${test} PRIVATE $<TARGET_OBJECTS:test-operations-${name}>)
    endforeach()
endforeach()
